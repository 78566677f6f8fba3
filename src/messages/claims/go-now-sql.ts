/** SQL: the conditions under which a message may go out now, for claims and for messages in hand. */

import { type Only, ofAny } from '../../db/rows.ts';

/** Whether the health of the workspace is one of `states`. */
export const healthAllowsSql = (platformId: string, workspaceId: string, states: string, only: Only = ofAny) =>
  `EXISTS (SELECT FROM workspace_health
    WHERE platform_id = ${platformId} AND workspace_id = ${workspaceId} AND ${only('workspace_id')} AND state = ANY(${states}))`;

/** Whether no sending domain of the platform is settling (docs/rules.md#sending-state); simulated mail needs none. */
export const domainSettledSql = (simulation: string, platformId: string, settledBefore: string) =>
  `(${simulation} IS NOT NULL OR NOT EXISTS (
    SELECT FROM sending_domains WHERE platform_id = ${platformId} AND verified_at > ${settledBefore}))`;
