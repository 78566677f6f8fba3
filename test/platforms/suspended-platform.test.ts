/** A suspended platform: its keys are rejected, its mail waits (docs/rules.md#suspended-platforms). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { explainAddress } from '../../src/explain/explain-address.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { askForDueMessages } from '../../src/messages/claims/ask-for-due-messages.ts';
import { createApiKey } from '../../src/platforms/keys/create-api-key.ts';
import { setPlatformSuspension } from '../../src/platforms/set-platform-suspension.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { serveLocally } from '../support/serve-locally.ts';

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});
afterAll(() => world.close());

/** As another process does: this one is not told. */
const suspend = (isSuspended: boolean) =>
  setPlatformSuspension(createApp(world.app), workspace.ctx.platformId, isSuspended);

test('its emits are rejected at once, its mail waits, and all of it goes on when it is resumed', async () => {
  const [first = '', second = '', third = ''] = people(3);
  await workspace.emit([first]);
  await suspend(true);
  await expect(workspace.emit([second])).rejects.toMatchObject({ code: 'platform_suspended' });
  // An operator may emit for it; nothing goes out at once either.
  const { ctx, id } = workspace;
  await Promise.all([third].map((email) => emitAsOperator(email)));
  await workspace.send();
  expect(await workspace.states()).toEqual({ queued: 2 });
  const asked: unknown[] = [];
  await askForDueMessages({
    ...world.app,
    wake: { ...world.app.wake, ask: async (_queue, turns) => void asked.push(...turns) },
  });
  expect(asked).toEqual([]);

  const { data } = await world.ask(
    { platformId: ctx.platformId, operator: true },
    `{ messages(workspace: "${id}") { nodes { id } } workspace(workspace: "${id}") { sending { state reason } } }`,
  );
  expect(data.workspace.sending).toEqual({ state: 'blocked', reason: 'suspended' });
  const explained = await world.ask(
    { platformId: ctx.platformId, operator: true },
    'query ($id: ID!) { messageExplain(id: $id) { cause summary } }',
    { id: data.messages.nodes[0].id },
  );
  expect(explained.data.messageExplain).toEqual({
    cause: 'platform_suspended',
    summary: `Held: the operator suspended the platform (since ${world.now().toISOString()}). The message leaves once the operator resumes the platform, or expires.`,
  });
  const address = { workspace: id, email: first, eventType: 'order.shipped' };
  expect(await explainAddress(ctx, address)).toMatchObject({ cause: 'platform_suspended' });

  await suspend(false);
  await workspace.emit([second]);
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 3 });
  expect(await explainAddress(ctx, address)).toMatchObject({ cause: 'would_leave' });

  function emitAsOperator(email: string) {
    return world.ask(
      { platformId: ctx.platformId, operator: true },
      `mutation ($workspace: ID!, $input: EventEmitInput!) { eventEmit(workspace: $workspace, input: $input) { replayed } }`,
      {
        workspace: id,
        input: {
          type: 'order.shipped',
          idempotencyKey: 'operator',
          recipient: { email },
          payload: { order_number: '1', tracking_url: 'https://example.com/1' },
        },
      },
    );
  }
});

test('a key gets platform_suspended from every door, also one made meanwhile, and other platforms none', async () => {
  const operate = (field: string) => world.ask({ operator: true }, `mutation { ${field} }`);
  const { data } = await operate('platformCreate(input: { name: "Late payer" }) { platform { id } apiKey { secret } }');
  const { platform, apiKey } = data.platformCreate;
  const named = `input: { platformId: "${platform.id}" }`;
  const suspended = await operate(`platformSuspend(${named}) { platform { suspendedAt } }`);
  expect(suspended.data.platformSuspend.platform).toEqual({ suspendedAt: world.now() });
  world.advance(1_000);
  // The first suspension counts.
  expect((await operate(`platformSuspend(${named}) { platform { suspendedAt } }`)).data).toEqual({
    platformSuspend: suspended.data.platformSuspend,
  });
  const later = await createApiKey(world.app, { platformId: platform.id, name: 'Later' });
  const server = await serveLocally(await createRequestListener(world.app));
  const ask = async (secret: string, path: string, body?: string) => {
    const response = await fetch(`${server.origin}${path}`, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    });
    const text = await response.text();
    return [response.status, response.headers.has('ratelimit-limit'), /"code":"(\w+)"/.exec(text)?.[1]];
  };
  try {
    const refused = [403, true, 'platform_suspended'];
    for (const secret of [apiKey.secret, later.secret]) {
      expect(await ask(secret, '/v1/key')).toEqual(refused);
      expect(await ask(secret, '/graphql', '{"query":"{ currentKey { id } }"}')).toEqual(refused);
      expect(await ask(secret, '/graphql/schema')).toEqual(refused);
    }
    await operate(`platformResume(${named}) { platform { suspendedAt } }`);
    for (const secret of [apiKey.secret, later.secret]) {
      // The server is another process than the one that the operator asked.
      await expect.poll(() => ask(secret, '/v1/key')).toEqual([200, true, undefined]);
    }
  } finally {
    await server.close();
  }
});

test('the operator finds platforms by a part of their name, in either order, and renames them', async () => {
  const operate = (document: string) => world.ask({ operator: true }, document);
  for (const name of ['Bakery', 'Old BAKERS', 'Smith'])
    await operate(`mutation { platformCreate(input: { name: "${name}" }) { platform { id } } }`);
  const found = async (list: string) => (await operate(`{ ${list} { nodes { name } totalCount } }`)).data.platforms;
  expect(await found('platforms(search: "baker", orderBy: oldest_first)')).toEqual({
    nodes: [{ name: 'Bakery' }, { name: 'Old BAKERS' }],
    totalCount: 2,
  });
  expect((await found('platforms(search: "baker")')).nodes).toEqual([{ name: 'Old BAKERS' }, { name: 'Bakery' }]);
  const names = async (list: string) => (await found(list)).nodes.map(({ name }: { name: string }) => name);
  const byName = await names('platforms(orderBy: name)');
  expect(byName).toEqual(byName.toSorted((a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  expect(await names('platforms(orderBy: name, search: "b")')).toEqual(['Bakery', 'Old BAKERS']);
  expect(await pagesOf('platforms(orderBy: name', 'name', operate)).toEqual(byName);
  expect(await found('platforms(search: "100%")')).toEqual({ nodes: [], totalCount: 0 });
  expect((await operate('{ platforms(search: "") { totalCount } }')).data).toEqual(
    (await operate('{ platforms { totalCount } }')).data,
  );
  const { data } = await operate('{ platforms(search: "Smith") { nodes { id } } }');
  const [{ id }] = data.platforms.nodes;
  const renamed = await operate(
    `mutation { platformUpdate(input: { platformId: "${id}", name: "Smithy" }) { platform { name } } }`,
  );
  expect(renamed.data.platformUpdate.platform).toEqual({ name: 'Smithy' });
});

/** Values of a field on pages of one row, read from the first and, in reverse, from the last. */
async function pagesOf(list: string, field: string, ask: (document: string) => ReturnType<SendingWorld['ask']>) {
  const walk = async (size: string, from: 'after' | 'before') => {
    const values: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const place: string = cursor === null ? '' : `, ${from}: "${cursor}"`;
      const { data } = await ask(
        `{ page: ${list}, ${size}: 1${place}) { nodes { ${field} }
           pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`,
      );
      const { nodes, pageInfo } = data.page;
      values.push(...nodes.map((node: Record<string, string>) => node[field]));
      if (!(from === 'after' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return values;
      cursor = from === 'after' ? pageInfo.endCursor : pageInfo.startCursor;
    }
  };
  const forward = await walk('first', 'after');
  expect((await walk('last', 'before')).toReversed()).toEqual(forward);
  return forward;
}

test('workspaces are found and ordered by their last emit', async () => {
  const { ctx } = workspace;
  const viewer = { platformId: ctx.platformId, apiKeyId: ctx.apiKeyId };
  const ask = (document: string) => world.ask(viewer, document);
  const [early, late, silent] = [await world.workspace(), await world.workspace(), await world.workspace()];
  await early.emit(['early@example.com']);
  world.advance(60_000);
  const between = world.now().toISOString();
  world.advance(60_000);
  await late.emit(['late@example.com']);
  const found = async (filter: string): Promise<readonly string[]> => {
    const { data } = await ask(`{ workspaces(${filter}) { nodes { id } totalCount } }`);
    expect(data.workspaces.totalCount).toBe(data.workspaces.nodes.length);
    return data.workspaces.nodes.map(({ id }: { id: string }) => id);
  };
  expect(await found(`emittedSince: "${between}"`)).toEqual([late.id]);
  const quiet = await found(`silentSince: "${between}"`);
  expect(quiet).toEqual(expect.arrayContaining([early.id, silent.id]));
  expect(quiet).not.toContain(late.id);
  expect(await found(`emittedSince: "2020-01-01T00:00:00Z", silentSince: "${between}", health: ramping`)).toContain(
    early.id,
  );
  const order = await found('orderBy: latest_emit_first');
  expect(order.slice(0, 2)).toEqual([late.id, early.id]);
  expect(await found('orderBy: oldest_emit_first')).toEqual(order.toReversed());
  expect(await found(`orderBy: latest_emit_first, emittedSince: "${between}"`)).toEqual([late.id]);
  expect(await pagesOf('workspaces(orderBy: latest_emit_first', 'id', ask)).toEqual(order);
  const { data } = await ask(`{ nodes(ids: ["${late.id}", "${silent.id}"]) { ... on Workspace { lastEmitAt } } }`);
  expect(data.nodes).toEqual([{ lastEmitAt: world.now() }, { lastEmitAt: null }]);
  // Neither a deleted workspace nor one that another key has.
  await deleteWorkspace({ ...ctx, workspaceId: null }, silent.id);
  expect(await found('orderBy: latest_emit_first')).not.toContain(silent.id);
  const own = await world.ask(
    { ...viewer, workspaceId: early.id },
    '{ workspaces(orderBy: latest_emit_first) { nodes { id } } }',
  );
  expect(own.data.workspaces.nodes).toEqual([{ id: early.id }]);
});

test('workspaces are found by status, health and name', async () => {
  const { ctx } = workspace;
  const paused = await world.workspace();
  await world.app.db.pool.query(`UPDATE workspace_health SET state = 'paused' WHERE workspace_id = $1`, [paused.id]);
  const viewer = { platformId: ctx.platformId, apiKeyId: ctx.apiKeyId };
  const found = async (filter: string) =>
    (await world.ask(viewer, `{ workspaces(${filter}) { nodes { id } totalCount } }`)).data.workspaces;
  expect(await found('health: paused')).toEqual({ nodes: [{ id: paused.id }], totalCount: 1 });
  expect(await found('status: suspended')).toEqual({ nodes: [], totalCount: 0 });
  expect((await found('search: "HERE-", orderBy: oldest_first')).nodes[0]).toEqual({ id: workspace.id });
  expect(await found('search: "HERE-", health: paused, status: active')).toMatchObject({ totalCount: 1 });
});
