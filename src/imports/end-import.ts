import type { ImportFailure } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db/connections/pool.ts';

interface End {
  readonly workspaceId: string;
  readonly id: string;
  readonly state: 'finished' | 'failed' | 'cancelled';
  readonly failure: ImportFailure | null;
  readonly now: Date;
}

/** Ends an import that its transaction has locked. What is left of its file goes, for it holds people. */
export async function endImport(client: Queryable, { workspaceId, id, state, failure, now }: End): Promise<void> {
  await client.query(
    `UPDATE imports SET state = $3::import_state, failure = $4::import_failure, finished_at = $5, changed_at = $5,
                        position = CASE WHEN $3 = 'finished' THEN bytes ELSE position END
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, state, failure, now],
  );
  await client.query('DELETE FROM import_chunks WHERE workspace_id = $1 AND import_id = $2', [workspaceId, id]);
}
