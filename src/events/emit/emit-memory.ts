/**
 * What this process last read about workspaces, event types and sending domains, so that an emit needs no read
 * (docs/rules.md#writes-of-emits). The write compares every version with the database again: what is out of date here
 * costs a second try, never a mistake.
 */
import { LRUCache } from 'lru-cache';
import type { EmitFacts } from './emit-facts.ts';
import type { EmitWork } from './emit-work.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly emitMemory: EmitMemory;
  }
}

export interface EmitMemory {
  /** The facts of an emit to an address that most likely no contact holds; null where too little is known. */
  recall(work: EmitWork): EmitFacts | null;
  /** Keeps what a read found. */
  learn(work: EmitWork, facts: EmitFacts): void;
}

/** Workspaces and event types, in pairs. */
const pairsKept = 20_000;
/** How long facts are kept; milliseconds. Far below what row versions take to come round again. */
const keptFor = 600_000;
/**
 * Emits in a row that were read and whose addresses no contact held, from which on the next is taken to be such a one.
 * Where it is not, its write finds out, and it is read and written again.
 */
const strangersInARow = 3;

type PairFacts = Omit<EmitFacts, `contact${string}` | `key${string}` | 'attributes' | 'suppressed' | 'recent'>;

interface Pair {
  readonly facts: PairFacts;
  readonly strangers: number;
}

/** An address of which nothing is known but what most addresses have in common. */
const stranger = {
  keyEnded: false,
  keyBodyHash: null,
  keyAnswer: null,
  contactId: null,
  contactVersion: null,
  contactReference: null,
  contactEmail: null,
  contactLocale: null,
  contactAddressHash: null,
  contactStatus: null,
  contactTopics: null,
  contactPixelConsent: false,
  attributes: null,
  suppressed: false,
  recent: [],
} as const;

export function createEmitMemory(): EmitMemory {
  const pairs = new LRUCache<string, Pair>({ max: pairsKept, ttl: keptFor });
  return {
    recall(work) {
      const known = work.contact === null && work.addressHash !== null ? pairs.get(nameOf(work)) : undefined;
      if (!known || known.strangers < strangersInARow) return null;
      // A key of another workspace is told by a read that there is none.
      const { onlyWorkspace } = work;
      if (onlyWorkspace !== null && onlyWorkspace !== known.facts.workspaceId) return null;
      return { ...known.facts, ...stranger };
    },
    learn(work, facts) {
      const name = nameOf(work);
      const { workspaceId, eventTypeId, contactId } = facts;
      if (workspaceId === null || eventTypeId === null) {
        // For a key of one workspace others are not there; for the rest they are.
        if (work.onlyWorkspace === null) pairs.delete(name);
        return;
      }
      // An emit that names a contact says nothing about those that name an address.
      const before = pairs.peek(name)?.strangers ?? 0;
      const strangers = work.contact !== null ? before : contactId === null ? before + 1 : 0;
      pairs.set(name, { facts: pairFacts(facts), strangers });
    },
  };
}

function nameOf({ platformId, workspace, type }: EmitWork): string {
  const place = 'id' in workspace ? `id ${workspace.id}` : `ref ${workspace.reference}`;
  return JSON.stringify([platformId, place, type]);
}

function pairFacts(facts: EmitFacts): PairFacts {
  const { workspaceId, workspaceVersion, workspaceStatus, workspaceName, workspaceLocale, timezone } = facts;
  const { domainId, domainVersion, domain, domainStatus, takesReplies } = facts;
  const { eventTypeId, eventTypeRowVersion, eventTypeVersion, contentDays, topic } = facts;
  const { templateVersionId, brandVersion, layoutVersion } = facts;
  return {
    workspaceId,
    workspaceVersion,
    workspaceStatus,
    workspaceName,
    workspaceLocale,
    timezone,
    domainId,
    domainVersion,
    domain,
    domainStatus,
    takesReplies,
    eventTypeId,
    eventTypeRowVersion,
    eventTypeVersion,
    contentDays,
    topic,
    templateVersionId,
    brandVersion,
    layoutVersion,
  };
}
