/** What the log says of requests, mails and webhooks: names of ours, never foreign text. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

const lines: string[] = [];
let tidings: TestService;
let acme: Backend;

beforeAll(async () => {
  tidings = await startTestService({ log: createLog('info', { write: (line) => lines.push(line) }) });
  acme = await tidings.platform('Acme');
});
afterAll(() => tidings?.stop());

/** The line of the request with this id. */
async function lineOf(requestId: string | null): Promise<Record<string, unknown>> {
  const find = () => lines.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId);
  await expect.poll(find).toBeDefined();
  return find();
}

async function logged(path: string, init: RequestInit = {}) {
  const response = await fetch(`${tidings.service.url}${path}`, { redirect: 'manual', ...init });
  await response.text();
  return lineOf(response.headers.get('request-id'));
}

const authorization = () => ({ authorization: `Bearer ${acme.apiKey}` });
const operator = () => ({ authorization: 'Bearer operator-token-of-the-tests' });
const graphql = (query: string) =>
  logged('/graphql', {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

test('REST: operation, pattern of the path, status, code and duration', async () => {
  const line = await logged('/v1/workspaces/ref:shop?x=secret', { headers: authorization() });
  expect(line).toMatchObject({
    msg: 'request',
    operation: 'getWorkspace',
    method: 'GET',
    path: '/v1/workspaces/:workspace',
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(line)).not.toMatch(/ref:shop|secret/);
});

test.each([
  [
    'no key',
    '/v1/workspaces/w1',
    {},
    { operation: 'getWorkspace', path: '/v1/workspaces/:workspace', status: 401, code: 'unauthenticated' },
  ],
  [
    'a method that the path has not',
    '/v1/key',
    { method: 'DELETE' },
    { operation: null, path: '/v1/key', status: 405, code: 'method_not_allowed' },
  ],
  ['a path of nothing', '/v1/ada@example.com', {}, { operation: null, path: null, status: 404, code: 'not_found' }],
  ['a page', '/docs/errors?token', {}, { path: '/docs/errors', status: 200, code: null }],
  ['no page', '/ada@example.com', {}, { path: null, status: 404 }],
  ['a link in a mail', '/unsubscribe/abcdef', {}, { path: '/unsubscribe/:token', status: 404 }],
])('%s', async (_name, path, init: RequestInit, expected) => {
  const headers: HeadersInit = expected.status === 401 ? {} : authorization();
  const line = await logged(path, { ...init, headers });
  expect(line).toMatchObject(expected);
  expect(JSON.stringify(line)).not.toMatch(/ada@|abcdef|w1"/);
});

test('the ids of the platform and its key are on the line; an operator has no key', async () => {
  const { body } = await acme.rest('GET', '/key');
  const line = await logged('/v1/workspaces', { headers: authorization() });
  expect(line).toMatchObject({ platform: acme.platformId, key: body.data.id });
  const query = '{ platforms { edges { cursor } } }';
  const asked = { method: 'POST', headers: { ...operator(), 'content-type': 'application/json' } };
  expect(await logged('/graphql', { ...asked, body: JSON.stringify({ query }) })).toMatchObject({
    platform: null,
    key: null,
  });
  expect(await logged('/v1/workspaces')).toMatchObject({ platform: null, key: null, code: 'unauthenticated' });
});

test.each(['/health', '/readyz', '/livez'])('a probe of %s is no line', async (path) => {
  const before = lines.length;
  const response = await fetch(`${tidings.service.url}${path}`);
  await response.text();
  expect(response.status).toBe(200);
  // The line of a later request comes after that of the probe.
  await logged('/v1/workspaces', { headers: authorization() });
  // A line of something else than a request has no path.
  const paths = lines.slice(before).flatMap((line) => JSON.parse(line).path ?? []);
  expect(paths).toEqual(['/v1/workspaces']);
});

test('GraphQL: root fields of the schema, never the name that the caller gave the operation', async () => {
  const line = await graphql(`query ${acme.apiKey} { mine: currentKey { id } workspaces { edges { cursor } } }`);
  expect(line).toMatchObject({ operation: 'query currentKey, workspaces', path: '/graphql', status: 200, code: null });
  expect(JSON.stringify(line)).not.toContain(acme.apiKey);
});

test('GraphQL: the code of an error in a response of 200, and of a document that is none', async () => {
  expect(await graphql('{ workspace(workspace: "ref:nowhere") { id } }')).toMatchObject({
    operation: 'query workspace',
    status: 200,
    code: 'not_found',
  });
  expect(await graphql('{ ada_at_example }')).toMatchObject({ operation: null, code: 'validation_failed' });
});

test('a request that its caller leaves is logged as aborted', async () => {
  const before = lines.length;
  const { hostname, port } = new URL(String(tidings.service.url));
  const socket = connect(Number(port), hostname);
  const head = ['POST /v1/workspaces HTTP/1.1', `Host: ${hostname}`, `Authorization: ${authorization().authorization}`];
  const entity = ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
  socket.write(`${[...head, ...entity].join('\r\n')}\r\n\r\n`);
  // `100 Continue` says that the service has the request.
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => lines.slice(before).some((line) => JSON.parse(line).aborted === true)).toBe(true);
});

test('a mail and its webhook are logged by id and domain, without the address', async () => {
  const hooks = await tidings.webhookSink();
  await acme.rest('POST', '/webhook-endpoints', { url: hooks.url, types: ['message.delivered'] });
  const emitted = await acme.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: 'one',
    recipient: { email: 'ada.lovelace@example.com' },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });
  await hooks.received(1);
  const { id } = emitted.body.data.message;
  const find = (msg: string) => lines.map((line) => JSON.parse(line)).find((line) => line.msg === msg);
  await expect.poll(() => find('webhook delivered')).toBeDefined();
  expect(find('message delivered')).toMatchObject({
    message: id,
    domain: 'example.com',
    attempt: 1,
    durationMs: expect.any(Number),
  });
  expect(find('webhook delivered')).toMatchObject({
    type: 'message.delivered',
    attempt: 1,
    status: 204,
    failure: null,
  });
  expect(lines.join('')).not.toMatch(/lovelace|hooks\.test/);
});
