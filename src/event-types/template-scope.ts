/** What a template of an event type may name: the fields of the type, the platform's attributes and its layouts. */
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { EventField } from './event-field.ts';

export interface TemplateScope {
  readonly fields: readonly EventField[];
  /** Keys of the platform's attribute definitions, which are never deleted. */
  readonly attributes: readonly string[];
  /** Names of the platform's layouts. */
  readonly layouts: readonly string[];
}

/** Reads the scope of the event type's fields at `version`. */
export async function templateScope(
  db: Queryable,
  ctx: Ctx,
  { id, currentVersion }: { readonly id: string; readonly currentVersion: number },
): Promise<TemplateScope> {
  const { rows } = await db.query<TemplateScope>(
    `SELECT fields,
            ARRAY(SELECT key FROM attribute_definitions WHERE platform_id = $1 ORDER BY key) AS attributes,
            ARRAY(SELECT name FROM layouts WHERE platform_id = $1 AND version IS NOT NULL ORDER BY name) AS layouts
     FROM event_type_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3`,
    [ctx.platformId, id, currentVersion],
  );
  const [scope] = rows;
  if (!scope) throw new Error('An event type has no version of its fields');
  return scope;
}
