/** `RateLimit-*` is on every answer to a request with a valid key, whatever becomes of the request. */
import { describe, expect, inject, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';

const { url } = inject('restService');
const acme = await openPlatform();
const key = { authorization: `Bearer ${acme.apiKey.secret}` };
const json = { ...key, 'content-type': 'application/json' };
const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

type Request = readonly [status: number, path: string, init: RequestInit];
const graphql = (query: string, init: RequestInit = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, accept: 'application/graphql-response+json' },
  body: JSON.stringify({ query }),
  ...init,
});

const requests: readonly Request[] = [
  [200, '/v1/key', {}],
  [200, '/v1/key', { method: 'HEAD' }],
  [404, '/v1/nowhere', {}],
  [404, '/v1/key/', {}],
  [404, '/v1', {}],
  [404, `/v1/workspaces/${'0'.repeat(26)}`, {}],
  [405, '/v1/key', { method: 'DELETE' }],
  [405, '/v1/key', { method: 'OPTIONS' }],
  [413, '/v1/workspaces', { method: 'POST', headers: json, body: ' '.repeat(3_000_000) }],
  [422, '/v1/workspaces', { method: 'POST', headers: json, body: '{' }],
  [422, '/v1/workspaces', { method: 'POST', headers: key, body: '{}' }],
  [422, '/v1/webhooks?cursor=x', {}],
  [200, '/graphql', graphql('{ workspaces { edges { cursor } } }')],
  [200, '/graphql', graphql('{ contact(workspace: "ref:none", contact: "ref:none") { id } }')],
  [400, '/graphql', graphql('{ nothing }')],
  [400, '/graphql', graphql('{', {})],
  [400, '/graphql', { method: 'POST', headers: json, body: '{' }],
  [415, '/graphql', { method: 'POST', headers: { ...key, 'content-type': 'text/plain' }, body: 'query=%7B%7D' }],
  [405, '/graphql', { method: 'PUT', headers: json, body: '{}' }],
  [405, '/graphql', { method: 'DELETE', headers: key }],
];

describe('with a valid key', () => {
  it.each(requests)('%i %s', async (status, path, init) => {
    const response = await fetch(url + path, { ...init, headers: { ...key, ...(init.headers as object) } });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    for (const name of names) expect(response.headers.get(name), name).toMatch(/^\d+$/);
  });
});

describe('without one', () => {
  it.each(['/v1/key', '/v1/nowhere', '/graphql'])('%s tells nothing of limits', async (path) => {
    const response = await fetch(url + path, { method: 'PUT', headers: { authorization: 'Bearer td_nobody' } });
    await response.arrayBuffer();
    expect(response.status).toBe(401);
    for (const name of names) expect(response.headers.has(name), name).toBe(false);
  });
});
