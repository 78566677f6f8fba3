/**
 * What a delivered webhook costs on disk. It cost 1,152 bytes here (748 of rows, 404 of indexes) while its attempt was JSON,
 * every type was in the index by type and each claim wrote a version of the row; 751 since. `SHOW_BYTES=1` shows the parts.
 */
import { writeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { openClient } from '../support/open-client.ts';
import { fillBacklog } from './backlog.ts';
import { openGround } from './ground.ts';

const webhooks = 3_000;
/** Bytes of rows and indexes, for each webhook, at most: two thirds of what they were. */
const bytesMost = 768;

interface Bytes {
  readonly heap: number;
  readonly row: number;
  /** Of each index, by its name. */
  readonly indexes: Readonly<Record<string, number>>;
  readonly total: number;
}

const bytesSql = `
  WITH parts AS (
    SELECT 'webhooks'::regclass AS relid UNION SELECT inhrelid FROM pg_inherits WHERE inhparent = 'webhooks'::regclass),
  indexes AS (
    SELECT regexp_replace(i.indexrelid::regclass::text, '^webhooks_(default_|p[0-9]+_)?', '') AS name,
           sum(pg_relation_size(i.indexrelid)) / $1 AS bytes
    FROM pg_index i JOIN parts ON parts.relid = i.indrelid GROUP BY 1)
  SELECT ((SELECT sum(pg_relation_size(relid)) FROM parts) / $1)::int AS heap,
         (SELECT avg(pg_column_size(w.*))::int FROM webhooks w) AS row,
         (SELECT jsonb_object_agg(name, bytes::int) FROM indexes) AS indexes,
         ((SELECT sum(pg_relation_size(relid)) FROM parts) / $1 + (SELECT sum(bytes) FROM indexes))::int AS total`;

test.each([
  { of: 'a delivered webhook', isHeldUp: false },
  { of: 'one that is delivered while an old snapshot keeps every version', isHeldUp: true },
])(
  '$of costs two thirds of what it did',
  async ({ isHeldUp }) => {
    const ground = await openGround();
    onTestFinished(() => ground.close());
    const sink = await ground.sink();
    const ctx = await ground.platform();
    const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
    const endpointId = await ground.endpoint(ctx, sink.url);
    const { pool } = ground.app.db;
    if (isHeldUp) {
      const holder = await openClient(ground.databaseUrl);
      onTestFinished(() => holder.end());
      await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await holder.query('SELECT FROM webhooks');
    }
    const at = ground.clock.now();
    await fillBacklog(pool, {
      platformId: ctx.platformId,
      workspaceId,
      endpointIds: [endpointId],
      messages: webhooks,
      at,
    });
    await ground.turn([ctx, endpointId]);
    await ground.run();
    const { rows: done } = await pool.query("SELECT count(*)::int AS n FROM webhooks WHERE state = 'delivered'");
    expect(done).toEqual([{ n: webhooks }]);
    const { rows } = await pool.query<Bytes>(bytesSql, [webhooks]);
    const [bytes] = rows;
    if (process.env.SHOW_BYTES) writeSync(2, `${JSON.stringify(bytes)}\n`);
    expect(bytes?.total, JSON.stringify(bytes)).toBeLessThan(bytesMost);
  },
  120_000,
);
