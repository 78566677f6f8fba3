/**
 * Pages of a workspace that is larger than what is looked through at once: whichever way a page was found, it is what
 * sorting and cutting the whole list by hand gives.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContactFilter, type ContactQuestion, findContactIds } from '../../src/contacts/find-contact-ids.ts';
import type { Ctx } from '../../src/context.ts';
import { pageAfter, readByIndexes } from '../../src/db/lists/walk.ts';
import { type Keyset, keyset, type PageWindow } from '../../src/ground/lists/keyset.ts';
import { findWorkspace } from '../../src/tenant/find-workspace.ts';
import { createWorld, type World } from '../support/world.ts';

/** Far fewer than usual, so that every way is taken in a workspace of moderate size. */
const work = { first: 200, further: 150, candidates: 150 };
const size = 1_800;

interface Row {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly cleaned: boolean;
}

let world: World;
let ctx: Ctx;
let workspaceId: string;
let rows: readonly Row[];

beforeAll(async () => {
  world = await createWorld();
  const { platformId, apiKeyId } = await world.tenant();
  ctx = { app: world.app, platformId, apiKeyId, workspaceId: null };
  ({ id: workspaceId } = await findWorkspace(ctx, 'ref:shop'));
  rows = Array.from({ length: size }, (_, at) => row(at + 1));
  await fill();
});
afterAll(() => world.close());

/** The older 1,200 are at another domain than the newer; what is rare lies far down. */
function row(n: number): Row {
  const old = n <= 1_200;
  const sign = n === 40 ? '~' : n === 41 ? 'é' : n === 42 ? '...' : '';
  return {
    id: id(n),
    email: `User${n}${sign}@${old ? 'Old.example' : 'new.test'}`,
    status: n % 30 === 0 ? 'subscribed' : 'pending',
    tags: [...(n % 600 === 0 ? ['rare'] : []), ...(n <= 1_100 ? ['old'] : [])],
    cleaned: n % 500 === 1 || n <= 60,
  };
}

function id(n: number): string {
  return String(n).padStart(26, '0');
}

async function fill(): Promise<void> {
  const { pool } = world.app.db;
  const hash = ({ email }: Row) => world.app.secrets.addressHash(email);
  const cleaned = rows.filter((one) => one.cleaned);
  const tagged = rows.flatMap((one) => one.tags.map((tag) => ({ contact: one.id, tag })));
  await pool.query(
    `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, status, marketing_at, created_at, updated_at)
     SELECT $1, $2, r.id, r.email, r.hash, r.status::contact_status,
            CASE WHEN r.status = 'subscribed' THEN now() END, now(), now()
     FROM unnest($3::text[], $4::text[], $5::bytea[], $6::text[]) r (id, email, hash, status)`,
    [
      ctx.platformId,
      workspaceId,
      rows.map((r) => r.id),
      rows.map((r) => r.email),
      rows.map(hash),
      rows.map((r) => r.status),
    ],
  );
  await pool.query(
    `INSERT INTO tags (platform_id, workspace_id, id, key, name) SELECT $1, $2, t, t, t FROM unnest($3::text[]) t`,
    [ctx.platformId, workspaceId, ['rare', 'old']],
  );
  await pool.query(
    `INSERT INTO contact_tags (workspace_id, contact_id, tag_id) SELECT $1, * FROM unnest($2::text[], $3::text[])`,
    [workspaceId, tagged.map(({ contact }) => contact), tagged.map(({ tag }) => tag)],
  );
  // One by the platform, and for some one more by the workspace: still one contact.
  for (const [scope, from] of [
    [null, 0],
    [workspaceId, 8],
  ] as const) {
    const some = cleaned.slice(from);
    await pool.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       SELECT $1, s.id, $2, NULL, s.hash, 'hard_bounce', 'all', now() FROM unnest($3::text[], $4::bytea[]) s (id, hash)`,
      [ctx.platformId, scope, some.map((one) => `${scope ? 'W' : 'P'}${one.id.slice(1)}`), some.map(hash)],
    );
  }
  await pool.query('ANALYZE');
}

/** The page, by hand. */
function expected({ search, status, tag }: ContactFilter, { after, before, limit, inverted }: PageWindow): string[] {
  const newestFirst = rows
    .filter((r) => !search || r.email.toLowerCase().includes(search.toLowerCase()))
    .filter((r) => !tag || r.tags.includes(tag))
    .filter((r) => !status || (status === 'cleaned' ? r.cleaned : r.status === status))
    .filter((r) => (after === undefined || r.id < after) && (before === undefined || r.id > before))
    .map((r) => r.id)
    .toReversed();
  return inverted ? newestFirst.toReversed().slice(0, limit) : newestFirst.slice(0, limit);
}

const searches = [undefined, 'R', '~', 'É', '..', '...', 'zq', '@o', 'ld.e', 'example', 'nobody', '%'];
const narrowed: readonly Pick<ContactFilter, 'status' | 'tag'>[] = [
  {},
  { status: 'subscribed' },
  { status: 'cleaned' },
  { tag: 'rare' },
  { tag: 'old', status: 'subscribed' },
  { tag: 'old', status: 'cleaned' },
  { tag: 'none' },
];
const windows: PageWindow[] = [
  { limit: 51, inverted: false },
  { limit: 51, inverted: false, after: id(1_150) },
  { limit: 51, inverted: true, before: id(10) },
  { limit: 6, inverted: true, before: id(1_050), after: id(1_700) },
];

/** The page, continued from where the search stopped until it is full or the list ends. */
async function found(filter: Omit<ContactQuestion, 'page'>, page: Keyset): Promise<string[]> {
  const part = await readByIndexes(ctx.app.db, (client) => findContactIds(client, { ...filter, page, work }));
  return part.end === null ? [...part.ids] : [...part.ids, ...(await found(filter, pageAfter(page, part)))];
}

test.each(searches)('every page of a search for %s', async (search) => {
  for (const filter of narrowed) {
    for (const window of windows) {
      const page = keyset(window, 'desc');
      const wanted = { ...filter, search };
      expect(
        await found({ ...wanted, workspaceId, platformId: ctx.platformId }, page),
        JSON.stringify({ wanted, window }),
      ).toEqual(expected(wanted, window));
    }
  }
});
