/**
 * Whether pairs of metadata are so frequent that rows in the order of a list find them sooner than their index does
 * (docs/rules.md#metadata). The index gives all rows with the rarest pair, so its work grows with them.
 */

import { idAt } from '../../ground/ids.ts';
import type { Queryable } from '../connections/pool.ts';
import { samplePlaces, sampleRowsAPlace, sampleRowsAtMost } from './list-work.ts';
import { build, orderedRows } from './walk.ts';

/** Looks at events spread over the time that the workspaces have events of. */
export async function areFrequent(client: Queryable, workspaceIds: readonly string[], pairs: object): Promise<boolean> {
  const places = await spreadPlaces(client, workspaceIds);
  const { query, values } = build(
    (bind) => `WITH sample AS MATERIALIZED (
        SELECT DISTINCT c.id, c.metadata FROM unnest(${bind(places.map(({ workspaceId }) => workspaceId))}::text[],
          ${bind(places.map(({ id }) => id))}::text[]) place (workspace_id, id)
        CROSS JOIN LATERAL (
          SELECT e.id, e.metadata FROM events e
          WHERE ROW(e.workspace_id, e.id) >= ROW(place.workspace_id, place.id) AND e.workspace_id <= place.workspace_id
            -- Of the same workspace; it leaves out the partitions of before.
            AND e.id >= place.id
          ORDER BY e.workspace_id, e.id LIMIT ${sampleRowsAPlace}) c)
      SELECT min(pair.rows)::int AS rarest FROM (
        SELECT (SELECT count(*) FROM sample WHERE sample.metadata @> jsonb_build_object(one.key, one.value)) AS rows
        FROM jsonb_each(${bind(JSON.stringify(pairs))}::jsonb) one) pair`,
  );
  const { rows } = await client.query<{ rarest: number }>(query, values);
  return (rows[0]?.rarest ?? 0) > sampleRowsAtMost;
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
}

/** Of many workspaces, some are looked at. The places lie closer to each other the newer they are, as most events do. */
async function spreadPlaces(client: Queryable, workspaceIds: readonly string[]): Promise<readonly Place[]> {
  const step = Math.max(1, Math.ceil(workspaceIds.length / samplePlaces));
  const looked = workspaceIds.filter((_, at) => at % step === 0);
  const { query, values } = build((bind) => {
    const index = {
      from: 'events c',
      alias: 'c',
      prefix: [{ column: 'c.workspace_id', sql: 'w.id' }],
      key: 'c.id',
      columns: ['c.created_at'],
    };
    const end = (direction: 'asc' | 'desc') =>
      orderedRows(index, { page: { range: {}, direction, take: 1 }, bind, limit: '1' });
    return `SELECT w.id AS workspace, oldest.created_at AS first, newest.created_at AS last
      FROM unnest(${bind(looked)}::text[]) w (id)
      CROSS JOIN LATERAL (${end('asc')}) oldest CROSS JOIN LATERAL (${end('desc')}) newest`;
  });
  const { rows } = await client.query<{ workspace: string; first: Date; last: Date }>(query, values);
  const each = Math.ceil(samplePlaces / Math.max(1, rows.length));
  return rows.flatMap(({ workspace, first, last }) =>
    Array.from({ length: each }, (_, at) => {
      const age = (1 - at / each) ** 2;
      const time = last.getTime() - (last.getTime() - first.getTime()) * age;
      return { workspaceId: workspace, id: idAt(new Date(time)) };
    }),
  );
}
