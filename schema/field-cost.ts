import { type GraphQLOutputType, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { pageSize, pageSizeMax } from '../src/ground/lists/keyset.ts';

/** Assumed rows of a list without pages (docs/rules.md#graphql-cost). */
const usualRows = 5;

/** Rows that a page counts as at least, since its statement costs as much as reading so many. */
const pageRowsMin = 10;

interface Cost {
  readonly field: number;
  /** Factor for the selections below the field. */
  readonly multiplier: number;
}

/** Costs, in fields, of fields that take more than reading a row; a request may cost 10,000 (src/http/graphql). */
export const workCost = {
  /** Compiles a draft in each of its languages and renders up to 100 payloads; a request has room for two. */
  templateCheck: 4_000,
  /** Compiles a draft in one language and renders it once, into 20 MB at most. */
  templatePreview: 2_000,
  /** Parses a draft of up to 2 MiB and checks it in each of its languages. */
  draftCheck: 500,
  /** Parses two versions of up to 2 MiB and compares them in each of their languages. */
  templateDiff: 500,
  /** Reads the summaries of up to 1,000 templates. */
  languages: 200,
  /** Up to 20 payloads of 512 KB. */
  templatePayloads: 100,
  /** Up to 2 MiB of JSON; a request has room for two pages of 50 with two of these. */
  templateContent: 40,
  /** Up to 100 entries of JSON. */
  entries: 20,
  /** Up to 32 KB of JSON. */
  examples: 10,
  /**
   * Reads the workspace, its health, the domain, the suppressions and the message with its attempts; makes the mail again
   * where that failed, in turn with other long work.
   */
  explanation: 150,
  /** Up to 32,768 characters. */
  replyText: 10,
  /** Reads up to 10 MB and writes them as base64; a request has room for one. */
  replyFile: 6_000,
  /** Compiles a template that no cache has, and fills in one line of it. */
  subject: 20,
  /** Copies a payload of up to 512 KB and applies every rule of an emit. */
  resend: 100,
  /** Examines up to 5,000 messages and writes up to 500. */
  messagesCancel: 1_000,
  /** Reads attempts, reports, opens and webhooks of a message. */
  timeline: 10,
  /** Reads the workspace, its health, the domain and the suppressions of a message. */
  wait: 5,
  /** Up to 512 KB of JSON. */
  payload: 40,
  /** Looks into each of up to 4,000 workspaces, for one list. */
  acrossWorkspaces: 300,
  /** Adds up rows of figures; for each row of the page that it stands beside. */
  figures: 10,
  /** Adds up the attempts of up to 11,000 webhooks; for each endpoint of the list that it stands beside. */
  recentAttempts: 400,
  /** Looks up the newest event of a workspace. */
  lastEmit: 4,
  /** Looks for an id in every table. */
  node: 10,
  /** Reads the keys of a list, up to the limit of a count; for each row of the page that it stands beside. */
  count: 10,
} as const;

/** Returns the cost of selecting a field. A page counts its possible rows once, whether through `edges` or not. */
export function fieldCost(args: Readonly<Record<string, unknown>>, type: GraphQLOutputType): Cost {
  const named = getNamedType(type);
  if (named.name.endsWith('Connection')) return { field: 1, multiplier: pageRows(args) };
  if (named.name.endsWith('Edge')) return { field: 1, multiplier: 1 };
  if (isLeafType(named)) return { field: 1, multiplier: 0 };
  return { field: 1, multiplier: isListType(getNullableType(type)) ? usualRows : 1 };
}

/** Returns the cost of a list of one workspace, or of all workspaces where `workspace` is left out. */
export function listCost(args: Readonly<Record<string, unknown>>): Cost {
  return costOfPage(args, args.workspace == null);
}

/** Returns the cost of a list; `isAcross`: each workspace of the platform is looked into. */
export function costOfPage(args: Readonly<Record<string, unknown>>, isAcross: boolean): Cost {
  return { field: isAcross ? workCost.acrossWorkspaces : 1, multiplier: pageRows(args) };
}

/** Returns the cost of a field whose payload has a list without pages of so many rows. */
export function listOfCost(rows: number): Cost {
  return { field: 1, multiplier: Math.max(1, Math.ceil(rows / usualRows)) };
}

function pageRows({ first, last }: Readonly<Record<string, unknown>>): number {
  const asked = typeof first === 'number' ? first : typeof last === 'number' ? last : pageSize;
  return Math.min(Math.max(asked, pageRowsMin), pageSizeMax);
}
