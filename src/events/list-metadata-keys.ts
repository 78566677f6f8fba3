/** The keys of metadata that emits have, by which a value is found whose key nobody knows (docs/rules.md#console-search). */
import type { Ctx } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { statement } from '../db/rows.ts';

/** Event types whose latest emits are looked at, and emits of each, at most. */
const typesMax = 50;
const emitsOfTypeMax = 20;
/** Keys that are returned, at most. */
const metadataKeysMax = 20;

const keys = statement({
  values: { platformId: 'text' },
  text: ({ platformId }) => `
    SELECT k.name FROM (
      SELECT t.id FROM event_types t WHERE t.platform_id = ${platformId} AND t.deleted_at IS NULL
      ORDER BY t.updated_at DESC, t.id LIMIT ${typesMax}) t
    CROSS JOIN LATERAL (
      SELECT e.metadata FROM events e WHERE e.platform_id = ${platformId} AND e.event_type_id = t.id
      ORDER BY e.platform_id DESC, e.event_type_id DESC, e.id DESC LIMIT ${emitsOfTypeMax}) e
    CROSS JOIN LATERAL jsonb_object_keys(e.metadata) k (name)
    WHERE e.metadata IS NOT NULL
    GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT ${metadataKeysMax}`,
});

/** Lists the keys that the latest emits of the platform had, most used first. */
export async function listMetadataKeys({ app, platformId }: Ctx): Promise<readonly string[]> {
  const { rows } = await readByIndexes(app.db, (client) => client.query<{ name: string }>(keys({ platformId })));
  return rows.map(({ name }) => name);
}
