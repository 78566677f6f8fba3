/**
 * Collects rejected emits of this process; `writeRefusedEmits` writes them, apart from the responses
 * (docs/rules.md#refused-emits). A platform has a bucket of rows; when the bucket is empty, emits with the same code
 * share one row, which is written when the bucket has a row again. So a million rejections leave a few rows, whatever
 * recipients and idempotency keys they name: a shared row has those of its last emit.
 */
import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import { asParty } from '../../db/connections/party.ts';
import { newId } from '../../ground/ids.ts';
import { keptRefusal, type NotedEmit } from './kept-refusal.ts';
import type { RefusedEmitRow } from './refused-emit.ts';
import { writeRefusedEmits } from './write-refused-emits.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Written by `writeRefusedEmits`. */
    readonly refusedEmits: RefusedEmits;
  }
}

/** Rows that a platform may fill at once. */
const rowsAtOnce = 100;
/** Time in which a platform gets another row; milliseconds. */
const rowEvery = 60_000;
/** Rows that wait for the next write, at most, and rows that several emits share. */
const waitingMax = 1_000;
/** From the first rejection to the write; milliseconds. */
const writeAfter = 1_000;
/** Platforms whose buckets are remembered. */
const bucketsKept = 10_000;

type Waiting = Omit<RefusedEmitRow, 'id'>;

/** Emits that share a row: the last of them. */
interface Shared extends Pick<RefusedEmitRow, 'times' | 'firstAt' | 'createdAt'> {
  readonly noted: NotedEmit;
}

export interface RefusedEmits {
  /** What of it is kept is found out when it gets a row. */
  note(noted: NotedEmit): void;
  /** Writes everything that waits. */
  settled(): Promise<void>;
}

export function createRefusedEmits({ clock, db, log, secrets }: App): RefusedEmits {
  const buckets = new LRUCache<string, { rows: number; at: number }>({ max: bucketsKept });
  let waiting: Waiting[] = [];
  /** By platform and code. */
  const shared = new Map<string, Shared>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function takeRow(platformId: string, now: number): boolean {
    const bucket = buckets.get(platformId) ?? { rows: rowsAtOnce, at: now };
    buckets.set(platformId, bucket);
    const earned = Math.floor((now - bucket.at) / rowEvery);
    if (earned > 0) Object.assign(bucket, { rows: Math.min(rowsAtOnce, bucket.rows + earned), at: now });
    if (bucket.rows === 0) return false;
    bucket.rows -= 1;
    return true;
  }

  function schedule(): void {
    if (timer !== null || (waiting.length === 0 && shared.size === 0)) return;
    timer = setTimeout(() => {
      timer = null;
      void flush(false);
    }, writeAfter);
    timer.unref();
  }

  /** `all`: shared rows too whose platform has no row left. */
  function flush(all: boolean): Promise<void> {
    const now = clock.now().getTime();
    const rows = waiting;
    waiting = [];
    for (const [key, row] of shared) {
      if (!all && !takeRow(row.noted.platformId, now)) continue;
      shared.delete(key);
      rows.push(rowOf(row));
    }
    schedule();
    if (rows.length === 0) return writing;
    const minted = rows.map((row) => ({ ...row, id: newId(row.createdAt) }));
    writing = writing
      .then(() => asParty({ kind: 'work', name: 'refused emits' }, () => writeRefusedEmits(db, minted)))
      .catch((error: unknown) => log.warn({ err: error, rows: rows.length }, 'refused emits not recorded'));
    return writing;
  }

  function rowOf({ noted, ...counted }: Shared): Waiting {
    return { ...keptRefusal(secrets, noted), ...counted };
  }

  return {
    note(noted) {
      const createdAt = clock.now();
      const row = { noted, times: 1, firstAt: createdAt, createdAt };
      const key = `${noted.platformId} ${noted.code}`;
      const alike = shared.get(key);
      if (alike) shared.set(key, { ...row, times: alike.times + 1, firstAt: alike.firstAt });
      else if (waiting.length < waitingMax && takeRow(noted.platformId, createdAt.getTime())) waiting.push(rowOf(row));
      else if (shared.size < waitingMax) shared.set(key, row);
      schedule();
    },
    async settled() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await flush(true);
    },
  };
}
