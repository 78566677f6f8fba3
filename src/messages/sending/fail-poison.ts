import type { App } from '../../context.ts';
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { lostLeasesMax } from '../claims/poison-suspects.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from '../outcomes/move-to-failed.ts';
import { fromSql, moves } from '../states/message-states.ts';

const isPoisonSql = (lostLeases: string) => `${fromSql('state', moves.failure)} AND lost_leases >= ${lostLeases}`;

const failPoisoned = statement({
  values: { ...failValues, lostLeases: 'int' },
  text: (sql, only) =>
    failSql(
      sql,
      `
    SELECT workspace_id, id FROM messages
    WHERE ${isPoisonSql(sql.lostLeases)} AND ${only('workspace_id')}
    LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED`,
      only,
    ),
});

const findPoisoned = statement({
  values: { lostLeases: 'int' },
  text: ({ lostLeases }, _only, within) => `
    SELECT DISTINCT workspace_id AS "workspaceId" FROM messages WHERE ${isPoisonSql(lostLeases)}
      AND ${within('workspace_id')} LIMIT ${rowsABatch}`,
});

/**
 * Fails the messages whose attempts repeatedly ended their process (docs/rules.md#poison-messages). Returns the
 * endpoints to ask turns for after the commit.
 */
export async function failPoison(app: App, client: Queryable, reached: Form) {
  const { count, endpoints } = await moveToFailed(app, client, {
    reason: 'render_failed',
    extent: { find: reached(findPoisoned)({ lostLeases: lostLeasesMax }), rows: rowsABatch },
    query: (failure, form) => form(failPoisoned)({ ...failure, lostLeases: lostLeasesMax }),
  });
  if (count > 0) app.log.error({ messages: count }, 'messages failed after three lost leases');
  return endpoints;
}
