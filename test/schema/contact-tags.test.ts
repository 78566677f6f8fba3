import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactsOf } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
});

const put = (tags: readonly string[], reference = 'ada') =>
  contacts.put(`ref:${reference}`, { email: `${reference}@example.com`, tags });
const keysOf = async (reference = 'ada'): Promise<Record<string, string>> => {
  const { tags } = await contacts.get(`ref:${reference}`);
  return Object.fromEntries(tags.map(({ key, name }: { key: string; name: string }) => [name, key]));
};
const storedTags = async () =>
  (
    await world.app.db.pool.query<{ key: string; name: string }>(
      'SELECT key, name FROM tags WHERE workspace_id = $1 ORDER BY id',
      [tenant.workspace],
    )
  ).rows;

test('names are told apart by their signs, and their keys by numbers', async () => {
  await put(['C', 'C++', 'C#', ' c ', 'c++']);
  expect(await keysOf()).toEqual({ C: 'c', 'C++': 'c-2', 'C#': 'c-3' });
  await put(['c#', 'c']);
  expect(await keysOf()).toEqual({ C: 'c', 'C#': 'c-3' });
  expect(await contacts.references({ tag: 'c-3' })).toEqual(['ada']);
  expect(await contacts.references({ tag: 'c-2' })).toEqual([]);
});

test('a name of signs alone, and one of any script, has a key', async () => {
  await put(['🎉', '!!!', '日本語', 'Ünïcode ✓', 'नमस्ते', '́']);
  expect(await keysOf()).toEqual({
    '🎉': 'tag',
    '!!!': 'tag-2',
    日本語: '日本語',
    'Ünïcode ✓': 'unicode',
    नमस्ते: 'नमस्ते',
    '́': 'tag-3',
  });
  expect(await contacts.references({ tag: 'tag-2' })).toEqual(['ada']);
});

test('composed and decomposed letters are one name, dotless and dotted ones two', async () => {
  await put(['Café', 'CAFE\u0301', 'cafe', 'sınır', 'sinir']);
  expect(Object.values(await keysOf()).sort()).toEqual(['cafe', 'cafe-2', 'sinir', 'sınır']);
});

test('a key is never longer than the filter takes, with its number too', async () => {
  const long = 'x'.repeat(64);
  const pairs = `${'x'.repeat(61)}𝒳`;
  await put([long, `${long.slice(1)}!`, 'ﷺ'.repeat(60), pairs, `${'x'.repeat(62)}-y`, `${'x'.repeat(62)}+y`]);
  const keys = Object.values(await keysOf());
  expect(new Set(keys).size).toBe(6);
  for (const key of keys) {
    expect(key.length).toBeLessThanOrEqual(64);
    expect(key.isWellFormed()).toBe(true);
    expect(await contacts.references({ tag: key })).toEqual(['ada']);
  }
});

test('a key that a name would have by itself is not taken by a number', async () => {
  await put(['C', 'C 2', 'C++', 'C 3', 'C#']);
  expect(await keysOf()).toEqual({ C: 'c', 'C 2': 'c-2', 'C 3': 'c-3', 'C++': 'c-4', 'C#': 'c-5' });
});

test('twenty equal upserts of new tags at once make each tag once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(['New', 'newer!'], `p${n}`)));
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  expect(await storedTags()).toEqual([
    { key: 'new', name: 'New' },
    { key: 'newer', name: 'newer!' },
  ]);
});

test('names that want one key at once get different ones', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `C${'+'.repeat(n)}`);
  const answers = await Promise.all(names.map((name, n) => put([name], `p${n}`)));
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  const stored = await storedTags();
  expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(new Set(stored.map(({ key }) => key)).size).toBe(20);
});

test('thousands of names of signs each get a key of their own', async () => {
  const signs = (from: number) =>
    Array.from({ length: 50 }, (_, n) =>
      String.fromCodePoint(0x2200 + Math.floor((from + n) / 200), 0x2200 + ((from + n) % 200)),
    );
  const batch = (from: number) =>
    contacts.putAll(
      Array.from({ length: 40 }, (_, n) => ({
        reference: `p${from}-${n}`,
        email: `p${from}-${n}@example.com`,
        tags: signs(from + n * 50),
      })),
    );
  await batch(0);
  await batch(2_000);
  const stored = await storedTags();
  expect(stored).toHaveLength(4_000);
  expect(stored.at(0)?.key).toBe('tag');
  expect(stored.at(-1)?.key).toBe('tag-4000');
});

test('a tag from before the names were compared keeps its key', async () => {
  const { pool } = world.app.db;
  await pool.query(
    `INSERT INTO tags (platform_id, workspace_id, id, key, name) VALUES ($1, $2, 'a', 'cafe', 'CAFÉ'), ($1, $2, 'b', 'c', 'C++')`,
    [tenant.platformId, tenant.workspace],
  );
  await put(['café', 'C']);
  expect(await keysOf()).toEqual({ CAFÉ: 'cafe', C: 'c-2' });
  await put(['c++']);
  expect(await keysOf()).toEqual({ 'C++': 'c' });
});

test('tags of another workspace are no hindrance', async () => {
  await put(['C']);
  const { workspace } = tenant;
  tenant = await world.tenant({ name: 'Other' });
  contacts = contactsOf(world, tenant);
  await put(['c++']);
  expect(await keysOf()).toEqual({ 'c++': 'c' });
  expect(tenant.workspace).not.toBe(workspace);
});
