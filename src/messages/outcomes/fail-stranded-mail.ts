import type { App } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { apart, currentStates, fromSql, moves, stateIn } from '../states/message-states.ts';
import { failSql, failValues, moveToFailed, rowsABatch } from './move-to-failed.ts';

/** By the index of the platform's open messages: that of waiting messages has those of all platforms. */
const isStrandedSql = (platformId: string) => `
      platform_id = ${platformId} AND ${apart(stateIn('state', currentStates))}
      AND ${apart(fromSql('state', moves.failure))} AND simulation IS NULL
      AND sending_domain_id IS DISTINCT FROM (
        SELECT d.id FROM sending_domains d WHERE d.platform_id = ${platformId})`;

const failStranded = statement({
  values: { ...failValues, platformId: 'text' },
  text: (sql, only) =>
    failSql(
      sql,
      `
    SELECT workspace_id, id FROM messages
    WHERE ${isStrandedSql(sql.platformId)} AND ${only('workspace_id')}
    LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED`,
      only,
    ),
});

const findStranded = statement({
  values: { platformId: 'text' },
  text: ({ platformId }) => `
    SELECT DISTINCT workspace_id AS "workspaceId" FROM messages WHERE ${isStrandedSql(platformId)} LIMIT ${rowsABatch}`,
});

/**
 * Fails the mail that a platform queued for a sending domain that was replaced (docs/rules.md#one-sending-domain), in
 * bounded batches. Call after the commit of the change. Mail queued meanwhile, or left when the process dies here,
 * fails at its next attempt.
 */
export async function failStrandedMail(app: App, platformId: string): Promise<void> {
  for (;;) {
    const { count, endpoints } = await app.db.transaction((client) =>
      moveToFailed(app, client, {
        reason: 'domain_not_sendable',
        extent: { find: findStranded({ platformId }), rows: rowsABatch },
        query: (failure, form) => form(failStranded)({ ...failure, platformId }),
      }),
    );
    await app.wake.ask('webhooks', endpoints);
    if (count < rowsABatch) return;
  }
}
