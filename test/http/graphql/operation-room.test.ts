/** Dear operations of one platform run a few at a time, and so do its cheap queries; those of others go beside them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGraphqlWorld, type GraphqlWorld } from '../../support/graphql-world.ts';
import { holdTable } from '../../support/hold-table.ts';
import { takeAll } from '../../support/take-all.ts';

let world: GraphqlWorld;
beforeAll(async () => {
  world = await createGraphqlWorld();
});
afterAll(() => world.close());

/** Costs some 5,000, so that two run at once. */
const dear = (workspace: string) => `{ contacts(workspace: "${workspace}", first: 50) { edges { node {
  tags { id } consentChanges(first: 20) { edges { node { at source } } } } } } }`;
const cheap = (workspace: string) => `{ contacts(workspace: "${workspace}", first: 1) { edges { node { id } } } }`;

it('runs two dear operations of a platform at once, and beside them cheap ones and those of another platform', async () => {
  const { production, caller: tenant } = world;
  const other = await world.tenant();
  const table = await holdTable(world.app.db.pool, 'contacts');
  try {
    const answers = Array.from({ length: 5 }, () => production.post({ query: dear(tenant.workspace) }));
    await table.waiters(2);
    answers.push(
      production.post({ query: dear(other.workspace) }, { authorization: `Bearer ${other.token}` }),
      production.post({ query: cheap(tenant.workspace) }),
    );
    await table.waiters(4);
    await table.release();
    const told = await Promise.all(answers);
    expect(told.map(({ status, body }) => [status, body.errors])).toEqual(told.map(() => [200, undefined]));
    expect(table.most()).toBe(4);
  } catch (error) {
    await table.cancelWaiters();
    await table.release();
    throw error;
  }
});

it('executes a bounded number of cheap queries of a platform at once; mutations wait for none of them', async () => {
  const { production, caller: tenant } = world;
  const other = await world.tenant();
  const release = takeAll(production.app.parts.readRoom, tenant.platformId);
  let isRead = false;
  const reading = production.post({ query: cheap(tenant.workspace) }).finally(() => {
    isRead = true;
  });
  const others = await production.post({ query: cheap(other.workspace) }, { authorization: `Bearer ${other.token}` });
  const query = `mutation { workspaceUpdate(workspace: "${tenant.workspace}", input: { name: "Renamed" }) { workspace { name } } }`;
  const changed = await production.post({ query });
  expect([others.body.errors, changed.body.errors, isRead]).toEqual([undefined, undefined, false]);
  release();
  expect((await reading).body.errors).toBeUndefined();
});
