/** When workspaces or platforms were suspended: the audit log has each suspension and each resumption. */
import type { App } from '../../context.ts';

export interface Suspension {
  /** Of the workspace or platform. */
  readonly objectId: string;
  /** Null: before the entries that are examined. */
  readonly from: Date | null;
  /** Null: it still lasts. */
  readonly until: Date | null;
}

/** Latest entries of one object that are examined: anybody with a key can write entries. */
const entriesExamined = 1_000;

const suspends: readonly string[] = ['workspaceSuspend', 'platformSuspend'];
const resumes: readonly string[] = ['workspaceResume', 'platformResume'];

interface Entry {
  readonly objectId: string;
  readonly operation: string;
  readonly at: Date;
}

/** Returns the suspensions of each workspace or platform, oldest first, as far as the audit log is kept. */
export async function readSuspensions(app: App, objectIds: readonly string[]): Promise<readonly Suspension[]> {
  if (objectIds.length === 0) return [];
  const { rows } = await app.db.pool.query<Entry>({
    name: 'read-suspensions',
    text: `
      SELECT a.object_id AS "objectId", a.operation, a.created_at AS at
      FROM unnest($1::text[]) AS i (id) CROSS JOIN LATERAL (
        SELECT * FROM audit_entries e WHERE e.object_id = i.id ORDER BY e.id DESC LIMIT ${entriesExamined}) a
      WHERE a.operation = ANY ($2) ORDER BY a.object_id, a.id`,
    values: [[...new Set(objectIds)], [...suspends, ...resumes]],
  });
  return [...Map.groupBy(rows, ({ objectId }) => objectId).values()].flatMap(fold);
}

/** Suspending twice does not begin a suspension anew, and resuming twice does not end another. */
function fold(entries: readonly Entry[]): readonly Suspension[] {
  const found: Suspension[] = [];
  let open: Entry | null = null;
  for (const [place, entry] of entries.entries()) {
    if (suspends.includes(entry.operation)) {
      open ??= entry;
    } else if (open !== null || place === 0) {
      found.push({ objectId: entry.objectId, from: open?.at ?? null, until: entry.at });
      open = null;
    }
  }
  return open === null ? found : [...found, { objectId: open.objectId, from: open.at, until: null }];
}
