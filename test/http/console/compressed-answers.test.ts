/** Which answers of GraphQL are compressed: those to the console's own page, where they are long enough to be worth it. */
import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequestListener } from '../../../src/http/server.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let server: LocalServer;
let cookie: string;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  server = await serveLocally(await createRequestListener(world.app));
  const response = await fetch(`${server.origin}/console/session`, {
    method: 'POST',
    headers: { 'tidings-console': '1', origin: server.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ credential: tenant.token }),
  });
  expect(response.status).toBe(200);
  cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  await world.close();
});

const short = '{ currentKey { id } }';
/** A few fields under so many names that the answer is longer than a packet. */
const long = `{ ${Array.from({ length: 25 }, (_, n) => `key${n}: currentKey { id name scopes }`).join(' ')} }`;

interface Raw {
  readonly encoding: string | undefined;
  readonly length: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: Buffer;
}

/** As it comes over the wire: `fetch` would decompress it. */
function ask(query: string, headers: Readonly<Record<string, string>>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.origin}/graphql`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { 'content-encoding': encoding, 'content-length': length, vary } = response.headers;
          resolve({ encoding, length, vary, bytes: Buffer.concat(parts) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });
}

const ofPage = () => ({
  'tidings-console': '1',
  origin: server.origin,
  cookie,
  'accept-encoding': 'gzip, deflate, br',
});

test('a long answer to the page of the console is compressed, and says the same', async () => {
  const plain = await ask(long, { ...ofPage(), 'accept-encoding': 'gzip' });
  const compressed = await ask(long, ofPage());
  expect(plain.encoding).toBe(undefined);
  expect(plain.bytes.length).toBeGreaterThan(1_400);
  expect(compressed).toMatchObject({
    encoding: 'br',
    length: String(compressed.bytes.length),
    vary: 'Accept-Encoding',
  });
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(brotliDecompressSync(compressed.bytes)).toEqual(plain.bytes);
  expect(JSON.parse(plain.bytes.toString()).data.key24).toMatchObject({ id: tenant.apiKeyId });
});

test('a short answer is not', async () => {
  const { encoding, bytes } = await ask(short, ofPage());
  expect(encoding).toBe(undefined);
  expect(JSON.parse(bytes.toString()).data).toEqual({ currentKey: { id: tenant.apiKeyId } });
});

test('an answer to a key is not, whatever it accepts and whatever page it says that it is', async () => {
  const authorization = `Bearer ${tenant.token}`;
  const byKey = await ask(long, { authorization, 'accept-encoding': 'gzip, deflate, br' });
  const { cookie: _, ...pageWithoutSession } = ofPage();
  const asPage = await ask(long, { ...pageWithoutSession, authorization });
  for (const { encoding, vary, bytes } of [byKey, asPage]) {
    expect([encoding, vary]).toEqual([undefined, undefined]);
    expect(JSON.parse(bytes.toString()).data.key24).toMatchObject({ id: tenant.apiKeyId });
  }
});
