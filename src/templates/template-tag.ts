import type { Queryable } from '../db/connections/pool.ts';
import type { LockedEventType } from '../event-types/lock-event-type.ts';
import { type Precondition, requirePrecondition } from '../ground/input/precondition.ts';

/** Rejects with `precondition_failed`. The entity tag of a template is the id of its current version, which never changes. */
export async function requireTemplateTag(
  client: Queryable,
  platformId: string,
  { id, templateVersion }: LockedEventType,
  ifMatch: Precondition,
): Promise<void> {
  if (ifMatch == null) return;
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM template_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3',
    [platformId, id, templateVersion],
  );
  requirePrecondition(ifMatch, rows[0]?.id ?? null);
}
