import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { lostLeasesMax } from '../claims/poison-suspects.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from '../outcomes/move-to-failed.ts';
import { fromSql, moves } from '../states/message-states.ts';

const failPoisoned = statement({
  values: { ...failValues, lostLeases: 'int' },
  text: (sql) =>
    failSql(
      sql,
      `
    SELECT workspace_id, id FROM messages
    WHERE ${fromSql('state', moves.failure)} AND lost_leases >= ${sql.lostLeases}
    LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED`,
    ),
});

/**
 * Fails the messages whose attempts repeatedly ended their process (docs/rules.md#poison-messages). Returns the
 * endpoints to ask turns for after the commit.
 */
export async function failPoison(app: App, client: Queryable) {
  const { count, endpoints } = await moveToFailed(app, client, 'render_failed', (failure) =>
    failPoisoned({ ...failure, lostLeases: lostLeasesMax }),
  );
  if (count > 0) app.log.error({ messages: count }, 'messages failed after three lost leases');
  return endpoints;
}
