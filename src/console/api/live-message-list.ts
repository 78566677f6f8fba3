/**
 * The list of messages that one filter shows: pages on demand, changes as they come, gathered for each frame. A live list
 * keeps a bounded number of rows; the pages behind are read again by time.
 */
import { type Fault, faultOf } from './fault.ts';
import { applyChanges, type RowChange, rowsBehind, withFirstPage } from './message-rows.ts';
import type { ListOrder, MessageFilter, MessageLineFragment } from './operations.ts';
import type { Page } from './use-ask.ts';

export type MessageRow = MessageLineFragment;

/** Rows that a live list keeps while its reader looks at the newest. */
export const liveRowsMax = 1_000;
/** New rows that are counted for a reader who has scrolled away. */
export const missedMax = 1_000;
/** Milliseconds before a page that failed is asked for again, unless the service names a time. */
const retryAfter = 2_000;

export interface LiveListState {
  /** Undefined until the first page has come. */
  readonly rows: readonly MessageRow[] | undefined;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly fault: Fault | null;
  /** New rows that are not shown because the reader has scrolled away. */
  readonly missed: number;
}

interface LiveListTerms {
  readonly filter: MessageFilter;
  readonly order: ListOrder;
  /** Reads a page of the list with this filter. */
  readonly read: (filter: MessageFilter, after: string | null) => Promise<Page<MessageRow>>;
}

export interface LiveMessageList {
  readonly state: () => LiveListState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the next page. */
  readonly more: () => void;
  /** Reads the first page again, and keeps the rows behind it. */
  readonly renew: () => void;
  readonly change: (changes: readonly RowChange<MessageRow>[]) => void;
  /** Whether the reader has scrolled away from the first rows. */
  readonly hold: (isHeld: boolean) => void;
}

/** Where the next page begins: after a cursor, or where rows were cut off after the last row's time. */
interface Tail {
  readonly filter: MessageFilter;
  readonly after: string | null;
}

export function createLiveMessageList({ filter, order, read }: LiveListTerms): LiveMessageList {
  let state: LiveListState = { rows: undefined, hasMore: false, isFetchingMore: false, fault: null, missed: 0 };
  let tail: Tail = { filter, after: null };
  let isHeld = false;
  let isRenewing = false;
  let renewsAgain = false;
  let isFrameAsked = false;
  const listeners = new Set<() => void>();
  /** The last change of each message since the last frame. */
  const pending = new Map<string, RowChange<MessageRow>>();
  const missed = new Set<string>();

  function set(change: Partial<LiveListState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function readMore(): Promise<void> {
    const { rows = [], hasMore, isFetchingMore, fault } = state;
    if (!hasMore || isFetchingMore || fault) return;
    const from = tail;
    set({ isFetchingMore: true });
    try {
      const { nodes, pageInfo } = await read(from.filter, from.after);
      // The list began anew meanwhile.
      if (tail !== from) return set({ isFetchingMore: false });
      tail = { ...from, after: pageInfo.endCursor ?? null };
      const loaded = state.rows ?? rows;
      set({
        rows: [...loaded, ...rowsBehind(loaded, nodes, order)],
        hasMore: pageInfo.hasNextPage,
        isFetchingMore: false,
      });
    } catch (error) {
      failed(error);
    }
  }

  function failed(error: unknown): void {
    const fault = faultOf(error);
    set({ fault, isFetchingMore: false });
    // A list that scrolls asks again; not before the service can give more.
    setTimeout(
      () => state.fault === fault && state.rows && set({ fault: null }),
      (fault.retryAfter ?? 0) * 1_000 || retryAfter,
    );
  }

  async function renew(): Promise<void> {
    // What the request under way reads may be older than the reason to read again.
    if (isRenewing) renewsAgain = true;
    if (isRenewing) return;
    isRenewing = true;
    try {
      const { nodes, pageInfo } = await read(filter, null);
      const { rows } = state;
      if (rows && isHeld) return keepUp(rows, nodes);
      missed.clear();
      const joined = rows && pageInfo.hasNextPage ? withFirstPage(rows, nodes, order) : null;
      if (joined) return set({ rows: joined, fault: null, missed: 0 });
      tail = { filter, after: pageInfo.endCursor ?? null };
      set({ rows: nodes, hasMore: pageInfo.hasNextPage, fault: null, missed: 0 });
    } catch (error) {
      failed(error);
    } finally {
      isRenewing = false;
      if (renewsAgain) {
        renewsAgain = false;
        void renew();
      }
    }
  }

  /** Shows the new states of rows, and counts new ones. */
  function keepUp(rows: readonly MessageRow[], nodes: readonly MessageRow[]): void {
    const changes = nodes.map((row) => ({ id: row.id, row }));
    const applied = applyChanges(rows, changes, { order, hasMore: state.hasMore, isHeld: true });
    set({ rows: applied.rows, missed: countMissed(applied.missed) });
  }

  function countMissed(ids: readonly string[]): number {
    for (const id of ids) if (missed.size < missedMax) missed.add(id);
    return missed.size;
  }

  function showPending(): void {
    isFrameAsked = false;
    const { rows, hasMore } = state;
    const changes = [...pending.values()];
    pending.clear();
    if (!rows) return;
    const applied = applyChanges(rows, changes, { order, hasMore, isHeld });
    set(
      isHeld || applied.rows.length <= liveRowsMax || applied.rows.length <= rows.length
        ? { rows: applied.rows, missed: countMissed(applied.missed) }
        : cut(applied.rows),
    );
  }

  /** Rows that were cut off are read again from the time of the last row that is kept. */
  function cut(rows: readonly MessageRow[]): Partial<LiveListState> {
    const kept = rows.slice(0, liveRowsMax);
    const last = Date.parse(kept.at(-1)?.createdAt ?? '');
    const edge =
      order === 'newest_first' ? { until: new Date(last + 1).toISOString() } : { from: new Date(last).toISOString() };
    tail = { filter: { ...filter, ...edge }, after: null };
    return { rows: kept, hasMore: true };
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    more: () => void readMore(),
    renew: () => void renew(),
    change(changes) {
      for (const change of changes) pending.set(change.id, change);
      if (isFrameAsked || pending.size === 0) return;
      isFrameAsked = true;
      requestAnimationFrame(showPending);
    },
    hold(next) {
      if (next === isHeld) return;
      isHeld = next;
      if (!isHeld && state.rows) void renew();
    },
  };
}

/** Whether a list with this filter shows the row. */
export function isWanted(row: MessageRow, filter: MessageFilter): boolean {
  const { metadata } = filter;
  const { states, recipient, eventType, templateVersion, idempotencyKey, bounce, reason, simulated, from, until } =
    filter;
  const at = Date.parse(row.createdAt);
  return (
    (!states || states.includes(row.state)) &&
    isSame(recipient?.toLowerCase(), row.recipient?.toLowerCase()) &&
    isSame(eventType, row.eventTypeName) &&
    isSame(templateVersion, row.templateVersionId) &&
    isSame(idempotencyKey, row.idempotencyKey) &&
    hasPairs(metadata, row.metadata) &&
    isSame(bounce, row.bounce) &&
    isSame(reason, row.reason) &&
    isSame(simulated, row.simulated) &&
    (!from || at >= Date.parse(from)) &&
    (!until || at < Date.parse(until))
  );
}

function hasPairs(wanted: object | null | undefined, pairs: object | null): boolean {
  const own = new Map<string, unknown>(Object.entries(pairs ?? {}));
  return Object.entries(wanted ?? {}).every(([key, value]) => own.get(key) === value);
}

const isSame = <Value>(wanted: Value | null | undefined, value: Value | null | undefined) =>
  wanted === null || wanted === undefined || wanted === value;
