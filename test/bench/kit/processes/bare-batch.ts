/**
 * The yardstick of the contacts batch: the rows of each batch by one statement from `unnest`, several at once through
 * pg. It checks nothing.
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import { answerQuestions, settingsOf } from '../../../attacks/harness/child.ts';
import { batchOf, workspaceReference } from '../load-requests.ts';

export interface BareBatchSettings {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly platformId: string;
  /** By reference. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** Id of each tag by workspace and name, such as `shop-1 VIP`. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface BareBatchLoad {
  /** Number of the first batch. */
  readonly first: number;
  readonly seconds: number;
}

const { databaseUrl, connections, platformId, workspaces, tags } = settingsOf<BareBatchSettings>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
const idLength = 26;

const write = `
WITH input AS (
  SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::jsonb[], $8::text[])
    AS i(id, reference, email, address_hash, attributes, tag_id)
), written AS (
  INSERT INTO contacts AS c (platform_id, workspace_id, id, reference, email, address_hash, attributes, created_at,
                             updated_at)
  SELECT $1, $2, id, reference, email, address_hash, attributes, now(), now() FROM input
  ON CONFLICT (workspace_id, reference) DO UPDATE
    SET email = excluded.email, address_hash = excluded.address_hash,
        attributes = c.attributes || excluded.attributes, updated_at = excluded.updated_at
  RETURNING id, reference
)
INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
SELECT $2, w.id, i.tag_id FROM written w JOIN input i USING (reference)
ON CONFLICT DO NOTHING`;

let made = 0;
function newId(): string {
  made += 1;
  return `${Date.now().toString(36).toUpperCase()}${String(made).padStart(idLength, '0')}`.slice(-idLength);
}

async function writeBatch(n: number): Promise<number> {
  const workspace = workspaceReference(n);
  const contacts = batchOf(n);
  await pool.query({
    name: 'write-batch',
    text: write,
    values: [
      platformId,
      workspaces[workspace],
      contacts.map(() => newId()),
      contacts.map(({ reference }) => reference),
      contacts.map(({ email }) => email),
      contacts.map(({ email }) => hash('sha256', email, 'buffer')),
      contacts.map(({ attributes }) => JSON.stringify(attributes)),
      contacts.map(({ tags: [tag] }) => tags[`${workspace} ${tag}`]),
    ],
  });
  return contacts.length;
}

async function run({ first, seconds }: BareBatchLoad): Promise<{ next: number; rate: number }> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let next = first;
  let written = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const n = next;
      next += 1;
      written += await writeBatch(n);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { next, rate: written / ((performance.now() - started) / 1_000) };
}

answerQuestions(null, { run: (load) => run(load as BareBatchLoad) });
