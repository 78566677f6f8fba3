/** An empty filter is refused under its name at every door, but for a search: every text holds an empty one. */
import { expect, it } from 'vitest';
import { operations } from './harness/contract.ts';
import { callOf, nothing } from './harness/every-call.ts';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';

const acme = await openPlatform();
await makeContact(acme, 'ada', { tags: ['vip'] });

const filters = operations.flatMap(({ id, method, parameters }) =>
  method === 'GET'
    ? parameters.filter((one) => one.in === 'query').map(({ name }): readonly [string, string] => [id, name])
    : [],
);

it('has filters to try', () => {
  expect(filters.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['search', 'status', 'tag', 'state', 'endpoint', 'type', 'cursor']),
  );
});

const searches = filters.filter(([, name]) => name === 'search');

it.each(searches)('%s finds all by an empty %s', async (operation) => {
  const all = await acme.ask(operation);
  expect((await acme.ask(operation, { query: { search: '' } })).body.data).toEqual(all.body.data);
});

it.each(filters.filter(([, name]) => name !== 'search'))('%s refuses an empty %s', async (operation, name) => {
  const { path, query } = callOf(operation, { ...nothing(), workspace: acme.workspace });
  const { status, body } = await acme.ask(operation, { path: { ...path }, query: { ...query, [name]: '' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
});

const workspace = '$workspace: ID!';
it.each([
  ['tag', `query (${workspace}) { contacts(workspace: $workspace, tag: "") { edges { cursor } } }`],
  [
    'filter.recipient',
    `query (${workspace}) { messages(workspace: $workspace, filter: { recipient: "" }) { edges { cursor } } }`,
  ],
  [
    'filter.contact',
    `query (${workspace}) { messages(workspace: $workspace, filter: { contact: "" }) { edges { cursor } } }`,
  ],
  ['endpoint', '{ webhooks(endpoint: "") { edges { cursor } } }'],
])('GraphQL refuses an empty %s', async (name, document) => {
  const variables = document.includes('$') ? { workspace: acme.workspace } : {};
  await expect(acme.graphql(document, variables)).rejects.toThrow(`"errors":{"${name}":[`);
});
