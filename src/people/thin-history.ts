import type { Queryable } from '../db/connections/pool.ts';
import { idAt } from '../ground/ids.ts';
import type { DepartureRow } from './departure.ts';
import { changesWindow, plainChanges, undoneKept } from './many-changes.ts';

/** SQL: an entry that counts for nothing any more. Opt-outs that stand are never removed. */
const isUndone = "(source = 'undo' OR undone_at IS NOT NULL)";

/**
 * Makes room in the history for the person's next change (docs/rules.md#many-changes-of-mind): beyond the plain changes
 * of the hour, a minute keeps its first change and the next one. The caller holds the lock of the contact. Returns
 * whether the next change comes after the plain ones.
 */
export async function thinHistory(
  client: Queryable,
  { workspaceId, id }: Pick<DepartureRow, 'workspaceId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const since = idAt(new Date(now.getTime() - changesWindow));
  const { rows } = await client.query<{ changes: number }>(thinStatement, [workspaceId, id, since, now]);
  return (rows[0]?.changes ?? 0) >= plainChanges;
}

const thinStatement = `
  WITH recent AS (
    SELECT id, created_at, row_number() OVER (ORDER BY id) AS place,
           row_number() OVER (PARTITION BY date_trunc('minute', created_at) ORDER BY id) AS place_in_minute
    FROM consent_changes WHERE workspace_id = $1 AND contact_id = $2 AND id >= $3 AND source <> 'api'
  ), between AS (
    DELETE FROM consent_changes c USING recent r
    WHERE c.workspace_id = $1 AND c.id = r.id AND r.created_at >= date_trunc('minute', $4::timestamptz)
      AND r.place > ${plainChanges} AND r.place_in_minute > 1 AND ${isUndone}
  ), old AS (
    DELETE FROM consent_changes
    WHERE workspace_id = $1 AND contact_id = $2 AND ${isUndone} AND id <= (
      SELECT id FROM consent_changes WHERE workspace_id = $1 AND contact_id = $2 AND ${isUndone}
      ORDER BY id DESC OFFSET ${undoneKept - 1} LIMIT 1)
  )
  SELECT count(*)::int AS changes FROM recent`;
