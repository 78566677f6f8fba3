/** The keys of metadata that emits have, by which a value is found whose key nobody knows (docs/rules.md#console-search). */
import type { Ctx } from '../context.ts';
import type { Db } from '../db/connections/pool.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { statement } from '../db/rows.ts';

/** Event types whose latest emits are looked at, and emits of each, at most. */
const typesMax = 50;
const emitsOfTypeMax = 20;
/** Keys that are returned, at most. */
const metadataKeysMax = 20;

const keys = statement({
  alone: true,
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

const types = statement({
  values: { platformId: 'text' },
  text: ({ platformId }) => `
    SELECT id FROM event_types WHERE platform_id = ${platformId} AND deleted_at IS NULL
    ORDER BY updated_at DESC, id LIMIT ${typesMax}`,
});

/** Of the latest emits of one type: on a cluster each is a read of all shards. */
const keysOfType = statement({
  values: { platformId: 'text', typeId: 'text' },
  text: ({ platformId, typeId }) => `
    SELECT k.name, count(*)::int AS uses FROM (
      SELECT e.metadata FROM events e WHERE e.platform_id = ${platformId} AND e.event_type_id = ${typeId}
      ORDER BY e.platform_id DESC, e.event_type_id DESC, e.id DESC LIMIT ${emitsOfTypeMax}) e
    CROSS JOIN LATERAL jsonb_object_keys(e.metadata) k (name)
    WHERE e.metadata IS NOT NULL GROUP BY k.name`,
});

/** Lists the keys that the latest emits of the platform had, most used first. */
export async function listMetadataKeys({ app, platformId }: Ctx): Promise<readonly string[]> {
  if (app.db.isCluster()) return ofCluster(app.db, platformId);
  const { rows } = await readByIndexes(app.db, (client) => client.query<{ name: string }>(keys({ platformId })));
  return rows.map(({ name }) => name);
}

async function ofCluster(db: Db, platformId: string): Promise<readonly string[]> {
  const uses = new Map<string, number>();
  await readByIndexes(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(types({ platformId }));
    for (const { id: typeId } of rows) {
      const found = await client.query<{ name: string; uses: number }>(keysOfType({ platformId, typeId }));
      for (const row of found.rows) uses.set(row.name, (uses.get(row.name) ?? 0) + row.uses);
    }
  });
  const ranked = [...uses].toSorted(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
  return ranked.slice(0, metadataKeysMax).map(([name]) => name);
}
