/** Addresses, queries, cursors, searches and tokens that are dear to look at. */
import type { Attack, World } from '../harness/attack.ts';
import type { Answer, Reply } from '../harness/reply.ts';

async function ask(world: World, paths: readonly string[]): Promise<readonly Answer[]> {
  const { apiKey } = await world.platform();
  return Promise.all(paths.map((path) => world.request({ path, token: apiKey })));
}

/** Pages have no code. */
const asPages = (answers: readonly Answer[]): readonly Reply[] =>
  answers.map((answer) => ([404, 405, 414].includes(answer.status) ? { ...answer, clear: true } : answer));

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const contacts = '/v1/workspaces/ref:shop/contacts';

/** Milliseconds. The text indexes of 50,000 long addresses take nearly all of it; the searches take less than a second. */
const patienceWithRows = 180_000;

async function fillWorkspace(world: World, rows: number): Promise<void> {
  const { id } = await world.platform();
  await world.query(
    `INSERT INTO contacts (id, platform_id, workspace_id, reference, email, address_hash, created_at, updated_at)
     SELECT lpad(upper(to_hex(n)), 26, '0'), w.platform_id, w.id, 'r' || n, repeat('ab_%', 40) || n || '@example.com', sha256(n::text::bytea), now(), now()
     FROM workspaces w, generate_series(1, $2::int) n WHERE w.platform_id = $1 AND w.deleted_at IS NULL`,
    [id, rows],
  );
}

export const attacks: readonly Attack[] = [
  {
    name: 'addresses of 15 kB',
    run: async (world) =>
      ask(world, [
        `/v1/${'a/'.repeat(7_000)}`,
        `/v1/workspaces/${'%41'.repeat(5_000)}`,
        `/v1/workspaces/${'%'.repeat(5_000)}`,
        `/v1/workspaces/ref:${'a'.repeat(15_000)}`,
        `/v1/${'../'.repeat(5_000)}key`,
        `/v1/${'//'.repeat(7_000)}key`,
        `/v1/event-types/${'%F0%9F%92%A9'.repeat(1_000)}`,
      ]),
  },
  {
    name: 'pages at addresses of 15 kB',
    run: async (world) =>
      asPages(
        await ask(world, [
          `/${'a/'.repeat(7_000)}`,
          `/docs/${'../'.repeat(4_000)}`,
          `/docs/errors?${'a&'.repeat(7_000)}`,
          `//${'@'.repeat(9_000)}`,
          '/docs/%00',
          '/%ff%fe',
        ]),
      ),
  },
  {
    name: 'queries of 5,000 parameters',
    run: async (world) =>
      ask(world, [
        `${contacts}?${'a&'.repeat(7_000)}`,
        `${contacts}?${Array.from({ length: 1_500 }, (_, n) => `p${n}=1`).join('&')}`,
        `${contacts}?${'search=a&'.repeat(1_500)}`,
        `${contacts}?search=${'%25'.repeat(4_000)}`,
        `${contacts}?${'search[a]=1&'.repeat(1_000)}`,
      ]),
  },
  {
    name: 'a hundred cursors of 10 kB',
    run: async (world) =>
      ask(
        world,
        Array.from({ length: 100 }, (_, n) => {
          const texts = [
            '['.repeat(7_000),
            `{"a":${'9'.repeat(7_000)}}`,
            `["${'a'.repeat(7_000)}"]`,
            '\u0000'.repeat(7_000),
            `2026-01-01T00:00:00.000Z,${'Z'.repeat(7_000)}`,
          ];
          return `${contacts}?cursor=${base64url(texts[n % texts.length] ?? '')}`;
        }),
      ),
  },
  {
    name: 'searches of 255 % and _ over 50,000 contacts',
    patience: patienceWithRows,
    async run(world) {
      await fillWorkspace(world, 50_000);
      const texts = [
        '%'.repeat(255),
        '_'.repeat(255),
        '%_'.repeat(127),
        'ab_%'.repeat(63),
        `${'ab_%'.repeat(39)}x`,
        '\\'.repeat(255),
        'a',
        'b_',
        '\u00e4'.repeat(255),
      ];
      return ask(
        world,
        Array.from({ length: 40 }, (_, n) => `${contacts}?search=${encodeURIComponent(texts[n % texts.length] ?? '')}`),
      );
    },
  },
  {
    name: 'searches that match nothing, with every filter, over 50,000 contacts',
    patience: patienceWithRows,
    async run(world) {
      await fillWorkspace(world, 50_000);
      return ask(
        world,
        Array.from({ length: 40 }, (_, n) => `${contacts}?search=ab_%25${n}x&status=cleaned&tag=${'t'.repeat(64)}`),
      );
    },
  },
  {
    name: '2,000 keys that nobody has',
    async run(world) {
      return Promise.all(
        Array.from({ length: 2_000 }, (_, n) =>
          world.request({ path: '/v1/key', token: `td_${String(n).padStart(40, '0')}` }),
        ),
      );
    },
  },
  {
    name: '300 Authorization headers of 10 kB',
    async run(world) {
      const values = [
        'Bearer '.repeat(1_400),
        `Bearer ${'td_'.repeat(3_000)}`,
        `Bearer${' '.repeat(9_000)}x`,
        `Basic ${'A'.repeat(9_000)}`,
        `Bearer ${'\u00e9'.repeat(5_000)}`,
      ];
      return Promise.all(
        Array.from({ length: 300 }, (_, n) =>
          world.request({ path: '/v1/key', headers: { authorization: values[n % values.length] ?? '' } }),
        ),
      );
    },
  },
  {
    name: '2,000 unsubscribe links that nobody signed',
    async run(world) {
      const paths = Array.from({ length: 2_000 }, (_, n) => `/unsubscribe/${`${n}.`.padEnd(200, 'A')}`);
      return asPages(
        await Promise.all(
          paths.map((path, n) =>
            world.request({
              path,
              method: n % 2 === 0 ? 'GET' : 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              ...(n % 2 === 0 ? {} : { body: 'List-Unsubscribe=One-Click' }),
            }),
          ),
        ),
      );
    },
  },
  {
    name: 'a form of 100 MB to an unsubscribe link',
    patience: 30_000,
    async run(world) {
      const body = Buffer.alloc(100_000_000, 0x61);
      const answer = await world.request({
        path: `/unsubscribe/${'A'.repeat(80)}`,
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return asPages([
        answer.status === 0
          ? { ...answer, clear: answer.label.startsWith('connection lost') }
          : { ...answer, clear: answer.status < 500 },
      ]);
    },
  },
  {
    name: '5,000 open pixels that nobody signed',
    async run(world) {
      const paths = Array.from({ length: 5_000 }, (_, n) => `/open/${`${n}`.padEnd(100, 'B')}`);
      return asPages(await Promise.all(paths.map((path) => world.request({ path }))));
    },
  },
];
