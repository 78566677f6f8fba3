/** Makes partitions before their time, and drops those whose rows have exceeded their retention (docs/rules.md#partitions). */
import type { App } from '../../context.ts';
import { keptSince } from '../lifetimes.ts';
import { dropPartition, makePartition } from './alter-partitions.ts';
import { sweepKeyDays } from './key-days.ts';
import { type PartitionedTable, partitionedTables, partitionStart } from './partitioned-tables.ts';
import { keptFromOf, readPartitionsOf } from './read-partitions-of.ts';

/** Returns false: nothing is left to do at once. */
export async function sweepPartitions(app: App): Promise<boolean> {
  if (app.clock.isSound?.() === false) return false;
  const works: (() => Promise<void>)[] = [];
  for (const table of partitionedTables) {
    const partitions = await readPartitionsOf(app, table);
    const missing = startsOf(table, app.clock.now()).filter(
      (start) => !partitions.some(({ from }) => from.getTime() === start.getTime()),
    );
    const since = keptSince(table.lifetime, app.clock.now());
    works.push(...missing.map((start) => () => makePartition(app, table, start)));
    const old = partitions.filter(({ to }) => to <= since);
    const keptFrom = old.length === 0 ? null : await keptFromOf(app, table);
    works.push(
      ...old
        .filter(({ to }) => keptFrom === null || to <= keptFrom)
        .map(
          ({ name }) =>
            () =>
              dropPartition(app, table.name, name),
        ),
    );
  }
  works.push(() => sweepKeyDays(app));
  await eachOf(works);
  return false;
}

/** One that fails holds back none of the others. Rejects with the first error at the end. */
async function eachOf(works: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** The beginnings of the partition of the present and of those ahead. */
function startsOf(table: PartitionedTable, now: Date): readonly Date[] {
  const first = partitionStart(table, now).getTime();
  return Array.from({ length: table.ahead + 1 }, (_, n) => new Date(first + n * table.span));
}
