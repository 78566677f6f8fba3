import type { Viewer } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { statement } from '../db/rows.ts';
import { type Beside, besideCommit } from '../db/writes/beside-commit.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { type AuditRow, auditRow, type ChangedObject } from './audit-entry.ts';

interface Change<Result> {
  readonly operation: string;
  /** What is known of the object before the change. */
  readonly before: ChangedObject;
  /** What the result of the change says of the object. */
  readonly after: (result: Result) => ChangedObject;
  readonly work: () => Promise<Result>;
}

/**
 * Makes a change and its entry in the audit log (docs/rules.md#audit-log). The first transaction that the change
 * commits writes the entry; a change that commits none gets its entry afterwards, and a rejected one gets none. An error
 * after the entry was written is added to it.
 */
export async function recordChange<Result>(viewer: Viewer, change: Change<Result>): Promise<Result> {
  const { pool } = viewer.app.db;
  const row = auditRow(viewer, change.operation, change.before);
  const beside: Beside = { write: (client) => insert(client, row) };
  let result: Result;
  try {
    result = await besideCommit(beside, change.work);
  } catch (error) {
    if (beside.write === null) await complete(pool, { id: row.id, error: codeOf(error) });
    throw error;
  }
  const { id: objectId, platformId } = change.after(result);
  if (beside.write !== null) {
    await insert(pool, { ...row, objectId: objectId ?? row.objectId, platformId: platformId ?? row.platformId });
  } else if (objectId !== row.objectId || platformId !== row.platformId) {
    await complete(pool, { id: row.id, objectId, platformId });
  }
  return result;
}

const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : 'internal_error');

const insertEntry = statement({
  values: {
    id: 'text',
    platformId: 'text',
    apiKeyId: 'text',
    operation: 'text',
    objectType: 'text',
    objectId: 'text',
    requestId: 'text',
    createdAt: 'timestamptz',
  },
  text: (v) => `
    INSERT INTO audit_entries (id, platform_id, api_key_id, operation, object_type, object_id, request_id, created_at)
    VALUES (${v.id}, ${v.platformId}, ${v.apiKeyId}, ${v.operation}, ${v.objectType}, ${v.objectId}, ${v.requestId},
            ${v.createdAt})`,
});

async function insert(client: Queryable, row: AuditRow): Promise<void> {
  await client.query(insertEntry({ ...row }));
}

interface Completion {
  readonly id: string;
  readonly objectId?: string | null;
  readonly platformId?: string | null;
  readonly error?: string;
}

/** Adds what became known after the entry was written. */
async function complete(client: Queryable, { id, objectId, platformId, error }: Completion): Promise<void> {
  await client.query(
    `UPDATE audit_entries SET object_id = coalesce($2, object_id), platform_id = coalesce($3, platform_id),
                              error = coalesce($4, error)
     WHERE id = $1`,
    [id, objectId ?? null, platformId ?? null, error ?? null],
  );
}
