import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';

/** They are large. */
const contentsABatch = 20;
/** Of those that no file has, looked at at once on a cluster: mail that leaves later may have some for a month. */
const lookedAtMost = 500;

/** SQL: whether no file has the content `c` any more. */
const unnamed = `NOT EXISTS (SELECT FROM files f WHERE f.platform_id = c.platform_id AND f.hash = c.hash)`;

/** SQL: whether no mail that waits has it either. */
const unused = `${unnamed}
  AND NOT EXISTS (SELECT FROM attachments a WHERE a.platform_id = c.platform_id AND a.file_hash = c.hash)`;

/**
 * Removes the bytes of files that have expired or were deleted, once no mail waits for them (docs/rules.md#files). Rows
 * are locked first: whoever attached them until then is seen by the next statement.
 */
export async function dropFileContents({ db }: App, client: Queryable, now: Date): Promise<boolean> {
  if (db.isCluster()) return dropApart(client, now);
  const { rows: found } = await client.query<Content>(findUnused({ now }));
  if (found.length === 0) return false;
  await client.query(removeUnused({ i: found }));
  return found.length === contentsABatch;
}

interface Content {
  readonly platformId: string;
  readonly hash: Buffer;
}

const contents = rowsOf<Content>({
  platform_id: ['text', ({ platformId }) => platformId],
  hash: ['bytea', ({ hash }) => hash],
});

const findUnused = statement({
  alone: true,
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    SELECT c.platform_id AS "platformId", c.hash FROM file_contents c
    WHERE c.keep_until <= ${now} AND ${unused}
    ORDER BY c.keep_until LIMIT ${contentsABatch} FOR UPDATE SKIP LOCKED`,
});
const removeUnused = statement({
  alone: true,
  rows: { i: contents },
  text: ({ i }) => `
    DELETE FROM file_contents c USING ${i}
    WHERE c.platform_id = i.platform_id AND c.hash = i.hash AND ${unused}`,
});

const findUnnamed = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    SELECT c.platform_id AS "platformId", c.hash FROM file_contents c WHERE c.keep_until <= ${now} AND ${unnamed}
    ORDER BY c.keep_until LIMIT ${lookedAtMost}`,
});
const findAttached = statement({
  values: { platformIds: 'text[]', hashes: 'bytea[]' },
  text: ({ platformIds, hashes }) => `
    SELECT DISTINCT a.platform_id AS "platformId", a.file_hash AS hash FROM attachments a
    WHERE a.platform_id = ANY(${platformIds}) AND a.file_hash = ANY(${hashes})`,
});
const removeNamed = statement({
  rows: { i: contents },
  text: ({ i }) => `DELETE FROM file_contents c USING ${i} WHERE c.platform_id = i.platform_id AND c.hash = i.hash`,
});

/**
 * On a cluster contents are on every machine and attachments on shards. What is attached meanwhile leads to its content by a
 * foreign key, so that the removal fails, and the next sweep finds it.
 */
async function dropApart(client: Queryable, now: Date): Promise<boolean> {
  const { rows: found } = await client.query<Content>(findUnnamed({ now }));
  if (found.length === 0) return false;
  const sought = { platformIds: found.map(({ platformId }) => platformId), hashes: found.map(({ hash }) => hash) };
  const { rows: attached } = await client.query<Content>(findAttached(sought));
  const nameOf = ({ platformId, hash }: Content) => `${platformId} ${hash.toString('hex')}`;
  const used = new Set(attached.map(nameOf));
  const free = found.filter((content) => !used.has(nameOf(content))).slice(0, contentsABatch);
  if (free.length > 0) await client.query(removeNamed({ i: free }));
  return free.length === contentsABatch;
}
