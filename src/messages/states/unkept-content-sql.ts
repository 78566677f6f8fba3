/**
 * SQL of content that goes with the move that makes its message final (docs/rules.md#content-days). `final`: SQL, whether
 * the move does.
 */

import { type Only, ofAny } from '../../db/rows.ts';

/** What the message `m` keeps of its values. */
export const keptValuesSql = (m: string, final = 'true') =>
  `CASE WHEN ${m}.content_days = 0 AND ${final} THEN NULL ELSE ${m}.values END`;

/** Columns of the moved message `m` that `dropPayloadsSql` reads. */
export const contentColumns = 'm.event_id, m.content_days';

/** Removes the payloads of the messages `moved`. */
export const dropPayloadsSql = (moved: string, final = 'true', only: Only = ofAny) => `
    UPDATE events e SET payload = NULL FROM ${moved}
    WHERE ${moved}.content_days = 0 AND ${final}
      AND e.workspace_id = ${moved}.workspace_id AND ${only('e.workspace_id')} AND e.id = ${moved}.event_id`;

/** Whether the content of the message `m` may be shown. */
export const isShownSql = (m: string) => `${m}.content_days IS DISTINCT FROM 0`;
