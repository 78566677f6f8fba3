/**
 * Writes slices of an import two at a time (docs/rules.md#imports): while one inserts its rows, the next one reads what its
 * own rows name, inserts them, and commits behind it. Contacts become what they would if row came after row: a slice
 * begins when what the one before names is locked, and waits for its commit where the two share a name.
 */
import type { App } from '../context.ts';
import type { PreparedRows, SliceSteps } from './import-kind.ts';
import type { Slice } from './reading/read-slices.ts';
import type { Place } from './reading/row.ts';
import { type OpenImport, stepsOf } from './write-slice.ts';

export interface PreparedSlice extends PreparedRows {
  readonly slice: Slice;
}

export interface SliceWriter {
  /** Begins to write; resolves when the next slice may come. Rejects with what one before has failed with. */
  write(prepared: PreparedSlice): Promise<void>;
  /** Resolves when nothing is being written, to the place behind the last slice. */
  end(): Promise<Place>;
}

/** A slice that is being written. */
interface Written {
  readonly names: ReadonlySet<string> | null;
  /** What it names is locked, or it has ended; never rejects. */
  readonly held: Promise<void>;
  readonly committed: Promise<void>;
  /** It was undone, to run again; never rejects. */
  readonly lost: Promise<void>;
  isLost(): boolean;
}

/** The slice before was not committed: what this one has read may be out of date, and it stands in the other's way. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export function writeInOrder(app: App, work: OpenImport): SliceWriter {
  let place: Place = { position: work.position, line: work.line };
  let before: Written | null = null;
  let last: Written | null = null;
  return {
    async write(prepared) {
      await before?.committed;
      const beside = last !== null && areApart(last.names, prepared.names) ? last : null;
      await beside?.held;
      const isAlone = beside === null || beside.isLost();
      if (isAlone) await last?.committed;
      before = last;
      last = begin(app, work, { prepared, from: place, beside: isAlone ? null : beside });
      place = prepared.slice.end;
    },
    async end() {
      const ends = await Promise.allSettled([before?.committed, last?.committed]);
      for (const one of ends) if (one.status === 'rejected') throw one.reason;
      return place;
    },
  };
}

interface Begun {
  readonly prepared: PreparedSlice;
  readonly from: Place;
  /** The slice before, where it is still being written. */
  readonly beside: Written | null;
}

function begin(app: App, work: OpenImport, { prepared, from, beside }: Begun): Written {
  const held = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  let isLost = false;
  const tell = {
    held: () => held.resolve(),
    lost: () => {
      isLost = true;
      lost.resolve();
    },
  };
  const alone: SliceSteps = { ...stepsOf(app, work, { from, slice: prepared.slice }), ...tell };
  const behind = (one: Written): SliceSteps => ({
    ...tell,
    begin: () => Promise.resolve(),
    async end(client, outcomes) {
      const isCommitted = one.committed.then(
        () => true,
        () => false,
      );
      const mayGoOn = await Promise.race([isCommitted, one.lost.then(() => false)]);
      if (!mayGoOn || one.isLost()) throw new Overtaken();
      await alone.begin(client);
      await alone.end(client, outcomes);
    },
  });
  const write = async () => {
    if (beside === null) return prepared.write(alone);
    try {
      await prepared.write(behind(beside));
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      tell.lost();
      await beside.committed;
      await prepared.write(alone);
    }
  };
  const committed = write().finally(held.resolve);
  // Whoever waits for it takes its error.
  committed.catch(() => undefined);
  return { names: prepared.names, held: held.promise, committed, lost: lost.promise, isLost: () => isLost };
}

function areApart(some: ReadonlySet<string> | null, others: ReadonlySet<string> | null): boolean {
  if (some === null || others === null) return false;
  for (const name of others) if (some.has(name)) return false;
  return true;
}
