/** Signing in to the console: what the cookie opens, who may send it, and what ends it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { createRequestListener } from '../../../src/http/server.ts';
import { apiKeyHash } from '../../../src/platforms/keys/api-key-token.ts';
import { revokeApiKey } from '../../../src/platforms/keys/revoke-api-key.ts';
import { sessionLifetime, sessionsAtOnce } from '../../../src/platforms/sessions/console-session.ts';
import { failedSignInsMax, failedSignInsWindow } from '../../../src/platforms/sessions/failed-sign-ins.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { sweepAll } from '../../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const operatorToken = 'operator-token-of-thirty-two-characters';

let world: World;
let tenant: Tenant;
/** The service that all tests share, and the one that a test asks. */
let usual: string;
let origin: string;
const closers: (() => Promise<unknown>)[] = [];

/** A service with these settings on the world's database; each has its own count of failed sign-ins. */
async function open(change: Partial<World['app']['config']> = {}, publicUrl?: string): Promise<string> {
  const { app } = world;
  const config = { ...app.config, ...change };
  const made = createApp({ ...app, config, ...(publicUrl ? { publicUrl } : {}) });
  const server = await serveLocally(await createRequestListener(made));
  closers.push(() => server.close());
  return server.origin;
}

beforeAll(async () => {
  world = await createWorld({ OPERATOR_TOKEN: operatorToken });
  usual = await open();
});
afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  await world.close();
});
beforeEach(async () => {
  tenant = await world.tenant();
  origin = usual;
});

type Headers = Record<string, string>;

/** The headers of a request that the console's page sends. */
function ofPage(cookie = '', at = origin): Headers {
  return { 'tidings-console': '1', origin: at, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
}

async function signIn(credential: string, at = origin): Promise<Response> {
  return fetch(`${at}/console/session`, {
    method: 'POST',
    headers: ofPage('', at),
    body: JSON.stringify({ credential }),
  });
}

/** The cookie of a response, as the browser sends it back. */
function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function signedIn(credential = tenant.token): Promise<string> {
  return cookieOf(await signIn(credential));
}

async function ask(headers: Headers, query = '{ currentKey { id } }') {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: await response.json() };
}

test('an API key becomes a cookie that scripts cannot read, and the cookie asks GraphQL as the key', async () => {
  const response = await signIn(tenant.token);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ signed_in: true, operator: false });
  const set = response.headers.get('set-cookie') ?? '';
  expect(set).toMatch(/^tidings-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/);
  expect(set).not.toContain(tenant.token);
  const { status, body } = await ask(ofPage(cookieOf(response)));
  expect([status, body.data]).toEqual([200, { currentKey: { id: tenant.apiKeyId } }]);
});

test('the operator token becomes a session for the platform that the page names', async () => {
  const cookie = await signedIn(operatorToken);
  const { body } = await ask(ofPage(cookie), '{ platforms(first: 1) { nodes { id } } }');
  expect(body.errors).toBeUndefined();
  const headers = { ...ofPage(cookie), 'tidings-platform': tenant.platformId };
  const named = await ask(headers, '{ workspaces { nodes { id } } }');
  expect(named.body.data.workspaces.nodes).toEqual([{ id: tenant.workspace }]);
});

test('the database keeps neither the cookie nor the credential', async () => {
  const cookie = await signedIn(operatorToken);
  const token = cookie.split('=')[1] ?? '';
  const { rows } = await world.app.db.pool.query('SELECT row_to_json(s)::text AS row FROM console_sessions s');
  const text = rows.map(({ row }) => row).join('\n');
  for (const secret of [token, operatorToken, tenant.token]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

describe('no request of another site uses the cookie', () => {
  test.each<[string, (headers: Headers) => Headers]>([
    ['without the header', ({ 'tidings-console': _, ...rest }) => rest],
    ['from another origin', (headers) => ({ ...headers, origin: 'https://evil.example' })],
    ['without an origin', ({ origin: _, ...rest }) => rest],
    ['from a sandboxed frame', (headers) => ({ ...headers, origin: 'null' })],
    ['from the same site', (headers) => ({ ...headers, 'sec-fetch-site': 'same-site' })],
  ])('%s', async (_name, change) => {
    const cookie = await signedIn();
    expect((await ask(ofPage(cookie))).status).toBe(200);
    expect(await ask(change(ofPage(cookie)))).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'unauthenticated' } }] },
    });
    const out = await fetch(`${origin}/console/session`, { method: 'DELETE', headers: change(ofPage(cookie)) });
    expect(out.status).toBe(403);
    expect((await ask(ofPage(cookie))).status).toBe(200);
  });

  test('nor does a GET or REST, and an Authorization header goes first', async () => {
    const cookie = await signedIn();
    const get = await fetch(`${origin}/graphql?query={currentKey{id}}`, { headers: { ...ofPage(cookie), origin: '' } });
    expect(get.status).toBe(401);
    const rest = await fetch(`${origin}/v1/key`, { headers: ofPage(cookie) });
    expect(rest.status).toBe(401);
    expect((await ask({ ...ofPage(cookie), authorization: 'Bearer td_wrong' })).status).toBe(401);
  });
});

describe('a session ends', () => {
  test('with a sign-out, also for a copy of its cookie', async () => {
    const cookie = await signedIn();
    const out = await fetch(`${origin}/console/session`, { method: 'DELETE', headers: ofPage(cookie) });
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^tidings-console=; .*Max-Age=0$/);
    expect((await ask(ofPage(cookie))).status).toBe(401);
  });

  test('with the revocation of its key', async () => {
    const cookie = await signedIn();
    await revokeApiKey(world.app, tenant.apiKeyId);
    // The other process remembers a key for less than a second (docs/rules.md#key-revocation).
    await expect.poll(async () => (await ask(ofPage(cookie))).status).toBe(401);
  });

  test('with a change of the operator token', async () => {
    const cookie = await signedIn(operatorToken);
    const changed = await open({ operatorToken: `${operatorToken}-2` });
    const response = await fetch(`${changed}/console/session`, {
      headers: { 'tidings-console': '1', cookie },
    });
    expect(await response.json()).toEqual({ signed_in: false, local_key: false });
  });

  test('after eight hours, and its row goes', async () => {
    const cookie = await signedIn();
    world.advance(sessionLifetime - 1);
    expect((await ask(ofPage(cookie))).status).toBe(200);
    await sweepAll(world.app);
    expect((await ask(ofPage(cookie))).status).toBe(200);
    world.advance(1);
    expect((await ask(ofPage(cookie))).status).toBe(401);
    await sweepAll(world.app);
    const { rows } = await world.app.db.pool.query('SELECT FROM console_sessions WHERE expires_at <= $1', [
      world.now(),
    ]);
    expect(rows).toEqual([]);
  });
});

test('ten failed sign-ins are followed by a pause, but not for a key in force', async () => {
  origin = await open();
  for (let count = 0; count < failedSignInsMax; count += 1) {
    const { status } = await signIn(`td_wrong${count}`);
    expect(status).toBe(401);
  }
  const blocked = await signIn('td_wrong');
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBe(failedSignInsWindow / 1_000);
  expect((await signIn(tenant.token)).status).toBe(200);
  expect((await signIn('td_wrong')).status).toBe(429);
  world.advance(failedSignInsWindow);
  expect((await signIn('td_wrong')).status).toBe(401);
});

test('a key has twenty sessions at once, and the next sign-in ends the oldest of its own alone', async () => {
  const others = await signedIn((await world.tenant()).token);
  const cookies: string[] = [];
  for (let count = 0; count <= sessionsAtOnce; count += 1) {
    cookies.push(await signedIn());
    world.advance(1);
  }
  const statuses = await Promise.all([others, ...cookies].map(async (cookie) => (await ask(ofPage(cookie))).status));
  expect(statuses).toEqual([200, 401, ...Array.from({ length: sessionsAtOnce }, () => 200)]);
  await Promise.all(Array.from({ length: 100 }, () => signIn(tenant.token)));
  await signIn(tenant.token);
  const rows = await world.app.db.pool.query('SELECT FROM console_sessions WHERE credential_hash = $1', [
    apiKeyHash(tenant.token),
  ]);
  expect(rows.rowCount).toBe(sessionsAtOnce);
});

test('sign-ins count in the request limit of their platform, and not in that of another', async () => {
  await world.app.db.pool.query('UPDATE platforms SET request_limit = 3 WHERE id = $1', [tenant.platformId]);
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await signIn(tenant.token)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const rejected = await signIn(tenant.token);
  expect(await rejected.json()).toMatchObject({ code: 'rate_limited' });
  expect(rejected.headers.get('set-cookie')).toBe(null);
  expect(rejected.headers.get('ratelimit-limit')).toBe('3');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn((await world.tenant()).token)).status).toBe(200);
});

test('behind https the cookie is Secure and kept to its host', async () => {
  const behindTls = await open({}, 'https://tidings.example');
  const response = await fetch(`${behindTls}/console/session`, {
    method: 'POST',
    headers: ofPage('', 'https://tidings.example'),
    body: JSON.stringify({ credential: tenant.token }),
  });
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-tidings-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
  );
});

test('with CONSOLE=off there is no page, no sign-in, and no cookie is taken', async () => {
  const cookie = await signedIn();
  origin = await open({ console: false });
  expect((await fetch(`${origin}/console`)).status).toBe(404);
  expect((await signIn(tenant.token)).status).toBe(404);
  expect((await ask(ofPage(cookie))).status).toBe(401);
});

test('the key of the demo platform is lent to this machine alone', async () => {
  const { app } = world;
  const withKey = createApp(app);
  withKey.parts.localKey.apiKey = tenant.token;
  const server = await serveLocally(await createRequestListener({ ...withKey, publicUrl: 'http://127.0.0.1' }));
  closers.push(() => server.close());
  const post = (headers: Headers = {}) =>
    fetch(`${server.origin}/console/session`, {
      method: 'POST',
      headers: { ...ofPage('', server.origin), ...headers },
      body: JSON.stringify({ local: true }),
    });
  const known = await fetch(`${server.origin}/console/session`, { headers: { 'tidings-console': '1' } });
  expect(await known.json()).toEqual({ signed_in: false, local_key: true });
  expect((await post()).status).toBe(200);
  expect((await post({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
});
