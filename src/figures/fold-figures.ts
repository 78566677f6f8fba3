import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { oneAtATime } from '../db/writes/one-at-a-time.ts';
import { addSql, asFigureSql, figureColumns, figureFacts, sumsSql } from './figure-facts.ts';

/** Changes that one transaction adds up, at most. */
const changesAFold = 5_000;
/** Time of one sweep while there is more to add up; milliseconds. The next sweep follows a second later. */
const sweepTime = 2_000;

/** Each change counts for its workspace and for the platform, by all columns and in all. */
const levels = [
  figureColumns,
  ['platform_id', 'workspace_id', 'day'],
  figureColumns.filter((column) => column !== 'workspace_id'),
  ['platform_id', 'day'],
]
  .map((columns) => `(${columns.map((column) => `g.${column}`).join(', ')})`)
  .join(', ');

const fold = statement({
  values: { changes: 'int' },
  text: ({ changes }) => `
    WITH taken AS MATERIALIZED (
      SELECT workspace_id, id FROM figure_changes LIMIT ${changes}
    ), gone AS (
      DELETE FROM figure_changes c USING taken WHERE c.workspace_id = taken.workspace_id AND c.id = taken.id RETURNING c.*
    ), added AS (
      INSERT INTO figures AS f (${figureColumns.join(', ')}, ${figureFacts.join(', ')}, delays)
      SELECT ${figureColumns.map((column) => (column === 'day' ? 'g.day' : `coalesce(g.${column}, '')`)).join(', ')},
             ${sumsSql('g')}
      FROM (SELECT ${figureColumns.map((column) => `c.${column}`).join(', ')}, ${asFigureSql('c')} FROM gone c) g
      GROUP BY GROUPING SETS (${levels})
      ON CONFLICT (workspace_id, platform_id, day, template_version_id, provider) DO UPDATE SET ${addSql('f')}
    )
    SELECT count(*)::int AS changes FROM gone`,
});

/**
 * Adds the waiting changes to the figures (docs/rules.md#figures): a transaction deletes changes and adds their sums, so
 * a killed process loses none and counts none twice. One worker at a time; pauses leave room for emits.
 */
export async function foldFigures(app: App): Promise<void> {
  const until = performance.now() + sweepTime;
  for (;;) {
    const from = performance.now();
    const changes = await foldOnce(app);
    if (changes < changesAFold || performance.now() >= until) return;
    await wait(performance.now() - from);
  }
}

/** Returns how many changes were added up. */
async function foldOnce(app: App): Promise<number> {
  const folded = await oneAtATime(app.db, 'foldFigures', (client) =>
    client.query<{ changes: number }>(fold({ changes: changesAFold })),
  );
  return folded?.rows[0]?.changes ?? 0;
}
