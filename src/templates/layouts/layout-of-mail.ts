import type { Queryable } from '../../db/connections/pool.ts';

/**
 * Makes a version of a layout that of its templates. The rows of their event types change, so that an emit which was
 * decided before is decided again, in every process (docs/rules.md#layout-of-a-mail).
 */
export async function giveToUsers(
  client: Queryable,
  platformId: string,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<void> {
  await client.query(
    `UPDATE event_types t SET layout_version = $3 FROM template_versions v
     WHERE t.platform_id = $1 AND t.deleted_at IS NULL AND t.layout_version IS NOT NULL
       AND v.platform_id = t.platform_id AND v.event_type_id = t.id AND v.version = t.template_version AND v.layout = $2`,
    [platformId, name, version],
  );
}
