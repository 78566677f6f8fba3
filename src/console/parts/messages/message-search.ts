/** The filters of the list of messages, in the address bar. A link may say anything: what no filter can be is left out. */
import type { ReactNode } from 'react';
import type { EventFilter, ListOrder, MessageFilter, MessageState } from '../../api/operations.ts';
import { oneOf, searchOf } from '../../search.ts';
import { words } from '../../words.ts';

/** Filters behind the button. */
export const furtherFilters = [
  'type',
  'version',
  'key',
  'domain',
  'metadata',
  'bounce',
  'reason',
  'simulated',
  'order',
] as const;
const otherFilters = ['state', 'recipient', 'from', 'until', 'request'] as const;
/** `all`: the whole platform. `view`: the emits. `request`: a request id, of refused emits. */
export const messageSearch = searchOf('all', 'view', ...otherFilters, ...furtherFilters);
export type MessageSearch = ReturnType<typeof messageSearch>;

/** What a list of messages or emits is made of. */
export interface ListedProps {
  /** Null: the whole platform. */
  readonly workspace: string | null;
  readonly picker: ReactNode;
  readonly search: MessageSearch;
  readonly set: (change: MessageSearch) => void;
}

export const noFilters = Object.fromEntries(
  [...furtherFilters, ...otherFilters].map((name) => [name, undefined]),
) as Readonly<Record<(typeof furtherFilters | typeof otherFilters)[number], undefined>>;

export function orderOf({ order }: MessageSearch): ListOrder {
  return oneOf(words.messages.orders, order) ?? 'newest_first';
}

export function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The states that the list shows; none: every state. */
export function statesOf({ state = '' }: MessageSearch): readonly MessageState[] {
  return [...new Set(state.split(',').flatMap((text) => oneOf(words.states, text) ?? []))];
}

/** `people`: whether the key may name addresses. */
export function messageFilterOf(search: MessageSearch, people: boolean): MessageFilter {
  const states = statesOf(search);
  const simulated = oneOf(words.messages.simulatedChoices, search.simulated);
  return {
    states: states.length > 0 ? [...states] : null,
    bounce: oneOf(words.bounceKinds, search.bounce) ?? null,
    reason: oneOf(words.failureReasons, search.reason) ?? null,
    simulated: simulated ? simulated === 'yes' : null,
    templateVersion: search.version ?? null,
    recipientDomain: people ? domainOf(search) : null,
    ...eventFilterOf(search, people),
  };
}

export function eventFilterOf(search: MessageSearch, people: boolean): EventFilter {
  return {
    recipient: people ? (search.recipient ?? null) : null,
    eventType: search.type ?? null,
    idempotencyKeyStart: search.key ?? null,
    metadata: pairOf(search.metadata),
    from: timeOf(search.from),
    until: timeOf(search.until),
  };
}

/** Typed with or without the sign before it. */
function domainOf({ domain }: MessageSearch): string | null {
  return domain?.trim().replace(/^@/, '') || null;
}

/** A pair as `order=1001`; null where the text is none. */
export function pairOf(text: string | undefined): Readonly<Record<string, string>> | null {
  const [, key, value] = /^([a-z0-9_]{1,64})=(.{0,256})$/su.exec(text ?? '') ?? [];
  return key === undefined || value === undefined ? null : { [key]: value };
}

/** How many filters are set; the order is none. */
export function filtersSet(filter: MessageFilter): number {
  return Object.values(filter).filter((value) => value !== null && value !== undefined).length;
}
