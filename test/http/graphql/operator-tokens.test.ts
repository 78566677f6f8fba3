/** The operator's three tokens (docs/rules.md#operator-token): two alive for a change, and one that only reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { createRequestListener } from '../../../src/http/server.ts';
import { fullPlatform } from '../../support/full-platform.ts';
import { rootArguments, type Things, thingsOf } from '../../support/root-arguments.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const token = 'operator-token-now';
const previous = 'operator-token-before';
const reads = 'operator-token-to-read';

let world: World;
let tenant: Tenant;
let things: Things;
let server: LocalServer;
beforeAll(async () => {
  world = await createWorld({
    OPERATOR_TOKEN: token,
    OPERATOR_TOKEN_PREVIOUS: previous,
    OPERATOR_READ_TOKEN: reads,
    CONSOLE: 'on',
  });
  tenant = await fullPlatform(world, 1);
  things = await thingsOf(tenant);
  server = await serveLocally(await createRequestListener(world.app));
});
afterAll(async () => {
  await server.close();
  await world.close();
});

type Headers = Readonly<Record<string, string>>;
const bearer = (sent: string): Headers => ({ authorization: `Bearer ${sent}` });
const forPlatform = (): Headers => ({ 'tidings-platform': tenant.platformId });

async function ask(headers: Headers, query: string) {
  const response = await fetch(`${server.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: await response.json() };
}

/** Rows that a mutation would change, of every table. */
async function snapshot(): Promise<string> {
  const { rows: tables } = await world.app.db.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const hashes: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.app.db.pool.query(
      `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM "${name}" t`,
    );
    hashes.push(`${name} ${rows[0].hash}`);
  }
  return hashes.join('\n');
}

test.each([
  ['the token', token],
  ['the one before it', previous],
  ['the one that reads', reads],
])('%s opens what the operator reads, of the deployment and of a platform', async (_name, sent) => {
  const whole = await ask(bearer(sent), '{ platforms(first: 50) { nodes { id } } operations { __typename } }');
  expect(whole.body.errors).toBeUndefined();
  expect(whole.body.data.platforms.nodes).toContainEqual({ id: tenant.platformId });
  const named = await ask(
    { ...bearer(sent), ...forPlatform() },
    '{ workspaces { nodes { id } } apiKeys { nodes { id } } }',
  );
  expect(named.body.errors).toBeUndefined();
  expect(named.body.data.workspaces.nodes).toContainEqual({ id: tenant.workspace });
});

test.each([token, previous, reads])('no token of the operator opens REST', async (sent) => {
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${server.origin}/v1/workspaces`, {
      method,
      headers: { ...bearer(sent), ...forPlatform(), 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{"name":"Shop"}' } : {}),
    });
    expect(response.status).toBe(401);
    await response.text();
  }
});

test('both tokens that are alive for a change make changes', async () => {
  for (const sent of [token, previous]) {
    const { body } = await ask(bearer(sent), 'mutation { platformCreate(input: { name: "One" }) { platform { id } } }');
    expect(body.errors).toBeUndefined();
  }
});

const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

test.each(mutations)('the token that reads makes no %s: forbidden, at the path of the field', async (name) => {
  const given = rootArguments[`Mutation.${name}`]?.(things) ?? '';
  const before = await snapshot();
  const { body } = await ask(
    { ...bearer(reads), ...forPlatform() },
    `mutation { mine: ${name}${given === '' ? '' : `(${given})`} { __typename } }`,
  );
  expect(body.errors).toEqual([
    expect.objectContaining({
      message: 'This token of the operator reads, and changes nothing.',
      path: ['mine'],
      extensions: expect.objectContaining({ code: 'forbidden' }),
    }),
  ]);
  expect(await snapshot()).toBe(before);
});

test('each of several mutations is refused under its own path', async () => {
  const { body } = await ask(
    bearer(reads),
    'mutation { one: platformCreate(input: { name: "A" }) { __typename } other: platformCreate(input: { name: "B" }) { __typename } }',
  );
  // The data of a mutation is null where its first field is; the second is not begun.
  for (const { path, extensions } of body.errors) {
    expect(['one', 'other']).toContain(path[0]);
    expect(extensions.code).toBe('forbidden');
  }
  expect(body.errors.length).toBeGreaterThan(0);
});

describe('a session of the console', () => {
  const ofPage = (cookie = ''): Headers => ({
    'tidings-console': '1',
    origin: server.origin,
    'content-type': 'application/json',
    ...(cookie === '' ? {} : { cookie }),
  });
  async function signIn(credential: string): Promise<string> {
    const response = await fetch(`${server.origin}/console/session`, {
      method: 'POST',
      headers: ofPage(),
      body: JSON.stringify({ credential }),
    });
    expect(await response.json()).toMatchObject({ signed_in: true, operator: true });
    return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }

  const makes = 'mutation { platformCreate(input: { name: "Two" }) { platform { id } } }';

  test.each([token, previous])('of a token that changes things makes changes', async (sent) => {
    const { body } = await ask(ofPage(await signIn(sent)), makes);
    expect(body.errors).toBeUndefined();
  });

  test('of the token that reads makes none', async () => {
    const cookie = await signIn(reads);
    expect((await ask(ofPage(cookie), '{ platforms(first: 1) { nodes { id } } }')).body.errors).toBeUndefined();
    expect((await ask(ofPage(cookie), makes)).body.errors[0]).toMatchObject({
      path: ['platformCreate'],
      extensions: { code: 'forbidden' },
    });
  });
});
