/** GraphQL over HTTP as npm's graphql-http audits it. */
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphqlWorld, type GraphqlWorld } from '../../support/graphql-world.ts';

let world: GraphqlWorld;
beforeAll(async () => {
  world = await createGraphqlWorld();
});
afterAll(() => world.close());

const audits = serverAudits({
  url: () => world.development.url,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${world.caller.token}`, ...(init.headers as Record<string, string>) },
    }),
});

test('there are audits to pass', () => {
  expect(audits.length).toBeGreaterThan(60);
});

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_id, _name, audit) => {
  const result = await audit.fn();
  expect(result).toMatchObject({ status: 'ok' });
});
