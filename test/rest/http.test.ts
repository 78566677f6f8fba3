/** Below the operations: paths that are none, methods that a path does not take, and bytes that are no request. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { listen } from '../../src/http/connections/listen.ts';
import { openPlatform, send } from './harness/platform.ts';

const acme = await openPlatform();
const { url, publicUrl } = inject('restService');
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ask = (method: string, path: string) =>
  send(url + path, method, { headers: { authorization: `Bearer ${acme.apiKey.secret}` } });

/** An error as every error is, whatever it is of. */
function expectError(body: unknown, code: string, requestId: string | null): void {
  expect(body).toMatchObject({
    message: expect.any(String),
    code,
    doc_url: `${publicUrl}/docs/errors#${code}`,
    request_id: requestId,
  });
  expect(requestId).toMatch(uuid);
}

describe('a path that is none', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/nowhere',
    '/v1/workspaces/',
    '/v1//workspaces',
    '/v1/Workspaces',
    '/v1/workspaces/%E0',
    '/v1/%00',
  ])('%s answers 404', async (path) => {
    const { status, headers, body } = await ask('GET', path);
    expect([status, headers.has('ratelimit-limit')]).toEqual([404, true]);
    expectError(body, 'not_found', headers.get('request-id'));
  });

  it('asks for a key first', async () => {
    const { status, headers, body } = await send(`${url}/v1/nowhere`, 'GET', {});
    expect(status).toBe(401);
    expectError(body, 'unauthenticated', headers.get('request-id'));
  });

  it('beside REST has an id too', async () => {
    const response = await fetch(`${url}/nowhere`);
    expect([response.status, uuid.test(response.headers.get('request-id') ?? '')]).toEqual([404, true]);
  });
});

describe('a method that a path does not take', () => {
  it.each([
    ['DELETE', '/v1/workspaces', 'GET, HEAD, POST'],
    ['POST', '/v1/key', 'GET, HEAD'],
    ['OPTIONS', '/v1/webhooks', 'GET, HEAD'],
    ['PATCH', '/v1/event-types/x/template', 'GET, HEAD, PUT'],
  ])('%s %s answers 405', async (method, path, allow) => {
    const { status, headers, body } = await ask(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expectError(body, 'method_not_allowed', headers.get('request-id'));
  });
});

it('HEAD answers as GET does, without a body', async () => {
  const got = await ask('GET', '/v1/key');
  const head = await ask('HEAD', '/v1/key');
  expect([head.status, head.body]).toEqual([200, null]);
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  expect(head.headers.get('request-id')).toMatch(uuid);
});

describe('a request target that is a whole URL', () => {
  /** Sends a request with `target` as it stands, and no other word of it. */
  async function answerTo(target: string, headers: readonly string[] = []) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const lines = [`GET ${target} HTTP/1.1`, 'Host: elsewhere.test', 'Connection: close', ...headers, '', ''];
    socket.write(lines.join('\r\n'));
    let said = '';
    for await (const part of socket) said += part;
    return { status: Number(said.split(' ')[1]), head: said.split('\r\n\r\n')[0] ?? '' };
  }
  const withKey = [`Authorization: Bearer ${acme.apiKey.secret}`];
  const { host } = new URL(url);

  it.each([
    ['a path of REST', `http://${host}/v1/key`, 200],
    ['a query', `HTTP://${host}/v1/workspaces?limit=1`, 422],
    ['https, as a proxy that ends TLS may write it', 'https://api.example.com/v1/key', 200],
    ['no path', `http://${host}`, 302],
    ['a query without a path', `http://${host}?a=1`, 302],
    ['a page', `http://${host}/health`, 200],
    ['a name and a password', `http://ada:secret@${host}/v1/key`, 404],
    ['another scheme', `ftp://${host}/v1/key`, 404],
  ])('with %s is answered as its path is', async (_what, target, status) => {
    expect((await answerTo(target, withKey)).status).toBe(status);
  });

  it('has the host that counts', async () => {
    const { head } = await answerTo(`http://${host}/v1`, withKey);
    expect(head).toContain(' 404 ');
    expect((await answerTo('*', withKey)).status).toBe(404);
  });
});

describe('null as a body', () => {
  const sendNull = (method: string, path: string) =>
    send(url + path, method, {
      headers: { authorization: `Bearer ${acme.apiKey.secret}`, 'content-type': 'application/json' },
      bytes: 'null',
    });

  it('is no body where none is needed', async () => {
    const workspace = await acme.newWorkspace('none-needed');
    expect((await sendNull('POST', `/v1/workspaces/${workspace}/suspend`)).status).toBe(200);
    expect((await sendNull('POST', `/v1/workspaces/${workspace}/resume`)).status).toBe(200);
    expect((await sendNull('DELETE', `/v1/workspaces/${workspace}`)).status).toBe(204);
  });

  it('is missing where one is needed', async () => {
    const { status, body } = await sendNull('POST', '/v1/workspaces');
    expect([status, body.errors.body]).toEqual([422, ['is required: a JSON object']]);
  });
});

it('no two answers have one id', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('GET', '/v1/key')));
  expect(new Set(answers.map(({ headers }) => headers.get('request-id'))).size).toBe(50);
});

it('a request that comes while the process starts is told to come back', async () => {
  const listening = await listen({ host: '127.0.0.1', port: 0, publicUrl, keepAlive: 5_000, isShared: false });
  try {
    const early = await send(`${listening.url}/v1/key`, 'GET', {});
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
    expectError(early.body, 'unavailable', early.headers.get('request-id'));
    listening.serve((_request, response) => response.end('{}'));
    expect((await send(`${listening.url}/v1/key`, 'GET', {})).status).toBe(200);
  } finally {
    listening.cut();
    await listening.close();
  }
});

describe('bytes that are no request', () => {
  /** Sends `text` and returns the response up to the end of the connection. */
  async function say(text: string) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(text);
    let said = '';
    for await (const part of socket) said += part;
    const [head = '', body = ''] = said.split('\r\n\r\n');
    const [line = '', ...headers] = head.split('\r\n');
    const requestId = headers.find((header) => header.startsWith('Request-Id: '))?.slice('Request-Id: '.length) ?? null;
    return { status: Number(line.split(' ')[1]), requestId, body: JSON.parse(body) };
  }

  it.each([
    [400, 'validation_failed', 'HELLO\r\n\r\n'],
    [400, 'validation_failed', 'GET /v1/key HTTP/9.9\r\n\r\n'],
    [400, 'validation_failed', 'GET /v1/key HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n'],
    [
      400,
      'validation_failed',
      'POST /v1/workspaces HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [431, 'payload_too_large', `GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [431, 'payload_too_large', `GET /v1/key HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
    [417, 'validation_failed', 'GET /v1/key HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
  ])('are answered %i %s: %.40j', async (status, code, text) => {
    const said = await say(text);
    expect(said.status).toBe(status);
    expectError(said.body, code, said.requestId);
  });

  it('are no second request where trailers that are too large follow an early response', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /v1/workspaces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    let said = first.toString();
    socket.on('data', (part: Buffer) => {
      said += part.toString();
    });
    // The service may reset a connection whose rest it does not read.
    socket.on('error', () => {});
    socket.write('X: 1\r\n'.repeat(9_000));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(said).toContain('unauthenticated');
  });
});
