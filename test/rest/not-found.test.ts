/** A 404 and a 405 say which part of the path is wrong, and nothing of what belongs to others. */
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import { nothing } from './harness/every-call.ts';
import { openPlatform, send } from './harness/platform.ts';
import { makeContact, makeEventType } from './harness/samples.ts';

const { url } = inject('restService');
const acme = await openPlatform();
await makeContact(acme, 'ada');
await makeEventType(acme, 'bare', { withTemplate: false });
await makeEventType(acme, 'dressed');
const headers = { authorization: `Bearer ${acme.apiKey.secret}` };
const id = nothing().event;

async function ask(method: string, path: string, status = 404, code = 'not_found'): Promise<string> {
  const answered = await send(url + path, method, { headers });
  expect([answered.status, answered.body.code]).toEqual([status, code]);
  return answered.body.message;
}

it('a path with a fragment is no path', async () => {
  const { hostname, port } = new URL(url);
  const request = get({ hostname, port, path: '/v1/workspaces#>;rel="next",<http:', headers });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(404);
  expect(await text(response)).toContain('Encode it as `%23`');
});

describe('a path that names nothing says what', () => {
  it.each([
    ['/workspaces/ref:none', /^The workspace does not exist/],
    ['/workspaces/ref:none/contacts/ref:ada', /^The workspace does not exist/],
    [`/workspaces/ref:none/events/${id}`, /^The workspace does not exist/],
    ['/workspaces/ref:shop/contacts/ref:none', /^The workspace exists, but the contact does not/],
    [`/workspaces/ref:shop/events/${id}`, /^The workspace exists, but the event does not/],
    ['/event-types/none', /^The event type does not exist/],
    ['/event-types/none/template', /^The event type does not exist/],
    ['/event-types/bare/template', /^The event type exists, but has no template/],
    [`/webhook-endpoints/${id}`, /^The webhook endpoint does not exist/],
    [`/webhooks/${id}`, /^The webhook does not exist/],
    ['/sending-domain', /^No sending domain is registered/],
  ])('%s', async (path, sentence) => {
    expect(await ask('GET', `/v1${path}`)).toMatch(sentence);
  });

  it.each([
    ['POST', '/event-types/dressed/template/versions/7/restore', /template has no such version/],
    ['POST', '/event-types/none/template/versions/7/restore', /^The event type does not exist/],
    ['DELETE', `/workspaces/ref:shop/suppressions/${id}`, /^The workspace exists, but the suppression does not/],
    ['DELETE', `/webhook-secrets/${id}`, /^The signing secret does not exist/],
    ['POST', `/webhooks/${id}/redeliver`, /^The webhook does not exist/],
  ])('%s %s', async (method, path, sentence) => {
    expect(await ask(method, `/v1${path}`)).toMatch(sentence);
  });

  it('and so does GraphQL', async () => {
    const query = '{ contact(workspace: "ref:shop", contact: "no path") { id } }';
    const { body } = await send(`${url}/graphql`, 'POST', { headers, body: { query } });
    expect(body.errors[0].message).toMatch(/^The workspace exists, but the contact does not/);
  });
});

describe('a part of a path that cannot be one says how it is written', () => {
  it.each([
    ['/workspaces/shop', '`workspace` must be an id of 26 letters and digits, or `ref:`'],
    ['/workspaces/ref:shop/contacts/ada', '`contact` must be an id of 26 letters and digits, or `ref:`'],
    ['/workspaces/ref:shop/events/first', '`id` must be an id of 26 letters and digits'],
    ['/event-types/a%20b', '`name` must be 1 to 128 letters'],
  ])('%s', async (path, sentence) => {
    expect(await ask('GET', `/v1${path}`)).toContain(sentence);
  });
});

describe('a path that the API does not have says where it ends to be one', () => {
  it.each([
    ['/v1', '/v1 is no path by itself. Below it: attribute-definitions, brand, event-types,'],
    ['/v1/contacts', 'Did you mean /v1/workspaces/{workspace}/contacts?'],
    ['/v1/workspace', 'Did you mean /v1/workspaces?'],
    ['/v1/eventTypes', 'Did you mean /v1/event-types?'],
    [
      '/v1/workspaces/ref:shop/event',
      '/v1/workspaces/{workspace} has no `event` below it, but contacts, erasures, events,',
    ],
    ['/v1/workspaces/ref:shop/event', 'Did you mean /v1/workspaces/{workspace}/events?'],
    ['/v1/events/last', '/v1/events has no `last` below it, but batch.'],
    [
      '/v1/workspaces/ref:shop/contacts/imports/7',
      '/v1/workspaces/{workspace}/contacts/imports has nothing below it. Did you mean /v1/workspaces/{workspace}/imports/{id}?',
    ],
    [
      '/v1/workspaces/ref:shop/events/7/cancel',
      'Did you mean /v1/workspaces/{workspace}/messages/{id}/cancel or /v1/workspaces/{workspace}/imports/{id}/cancel?',
    ],
    ['/v1/messages/7', '/v1/messages has nothing below it. Did you mean /v1/workspaces/{workspace}/messages/{id}?'],
    ['/v1/event-types/x/template/versions/1', 'is no path by itself. Below it: restore.'],
    ['/v1/v1/workspaces', 'The path has /v1 twice.'],
    ['/v1/workspaces//contacts', 'The path has two slashes in a row'],
    ['/v1/%3Cscript%3E', '/v1 has no what was sent below it'],
  ])('%s', async (path, sentence) => {
    expect(await ask('GET', path)).toContain(sentence);
  });

  it('also without the version, and without a key', async () => {
    const answered = await send(`${url}/workspaces?cursor=x`, 'GET', {});
    expect([answered.status, answered.body.code]).toEqual([404, 'not_found']);
    expect(answered.body.message).toBe('The path lacks /v1. All paths of the API begin with it.');
  });
});

it('a method that a path does not take is told those it takes', async () => {
  expect(await ask('POST', '/v1/workspaces/ref:shop/contacts/ref:ada', 405, 'method_not_allowed')).toBe(
    '/v1/workspaces/{workspace}/contacts/{contact} takes DELETE, GET, HEAD, PUT, not POST.',
  );
});
