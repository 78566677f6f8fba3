/** The filters of the list of messages, in the address bar. A link may say anything: what no filter can be is left out. */
import type { EventFilter, ListOrder, MessageFilter } from '../../api/operations.ts';
import { oneOf, searchOf } from '../../search.ts';
import { words } from '../../words.ts';

/** Filters behind the button. */
export const furtherFilters = [
  'type',
  'version',
  'key',
  'from',
  'until',
  'bounce',
  'reason',
  'simulated',
  'order',
] as const;
/** `all`: the whole platform. `view`: the emits. */
export const messageSearch = searchOf('state', 'recipient', 'all', 'view', ...furtherFilters);
export type MessageSearch = ReturnType<typeof messageSearch>;

export const noFilters = Object.fromEntries(
  [...furtherFilters, 'state', 'recipient'].map((name) => [name, undefined]),
) as Readonly<Record<(typeof furtherFilters)[number] | 'state' | 'recipient', undefined>>;

export function orderOf({ order }: MessageSearch): ListOrder {
  return oneOf(words.messages.orders, order) ?? 'newest_first';
}

function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** `people`: whether the key may name addresses. */
export function messageFilterOf(search: MessageSearch, people: boolean): MessageFilter {
  const simulated = oneOf(words.messages.simulatedChoices, search.simulated);
  return {
    state: oneOf(words.states, search.state) ?? null,
    bounce: oneOf(words.bounceKinds, search.bounce) ?? null,
    reason: oneOf(words.failureReasons, search.reason) ?? null,
    simulated: simulated ? simulated === 'yes' : null,
    templateVersion: search.version ?? null,
    ...eventFilterOf(search, people),
  };
}

export function eventFilterOf(search: MessageSearch, people: boolean): EventFilter {
  return {
    recipient: people ? (search.recipient ?? null) : null,
    eventType: search.type ?? null,
    idempotencyKey: search.key ?? null,
    from: timeOf(search.from),
    until: timeOf(search.until),
  };
}

/** How many filters are set; the order is none. */
export function filtersSet(filter: MessageFilter): number {
  return Object.values(filter).filter((value) => value !== null && value !== undefined).length;
}
