import { type GraphQLOutputType, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { pageSize } from '../src/page.ts';

/** Rows that a list without pages is taken to have. */
const usualRows = 10;

interface Cost {
  readonly field: number;
  /** How often what is selected below it comes. */
  readonly multiplier: number;
}

/** Costs of fields that take more than a row's reading, in fields; a request may have 10,000 (src/http/graphql). */
export const workCost = {
  /** Compiles a draft in each of its languages and renders up to 100 payloads; two of them fit into a request. */
  templateCheck: 4_000,
  /** Compiles a draft in one language and renders it once, into 20 MB at most. */
  templatePreview: 2_000,
  /** Up to 2 MiB of JSON; a page of 50 fits with two of these. */
  templateContent: 90,
  /** Up to 100 entries of JSON. */
  entries: 20,
} as const;

/** What selecting a field costs. A page counts the rows it may have, once, whether through `edges` or not. */
export function fieldCost(args: Readonly<Record<string, unknown>>, type: GraphQLOutputType): Cost {
  const named = getNamedType(type);
  if (named.name.endsWith('Connection')) return { field: 1, multiplier: pageRows(args) };
  if (named.name.endsWith('Edge')) return { field: 1, multiplier: 1 };
  if (isLeafType(named)) return { field: 1, multiplier: 0 };
  return { field: 1, multiplier: isListType(getNullableType(type)) ? usualRows : 1 };
}

function pageRows({ first, last }: Readonly<Record<string, unknown>>): number {
  const asked = typeof first === 'number' ? first : typeof last === 'number' ? last : pageSize;
  return Math.min(Math.max(asked, 1), pageSize);
}
