import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { completeWebhooks } from '../support/complete-webhooks.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const day = 24 * 60 * 60 * 1_000;
/** A development host of the default configuration: no test here asks real DNS. */
const url = 'https://hooks.test/tidings';
const types = ['message.delivered', 'message.bounced'];

const createDocument = `mutation ($input: WebhookEndpointCreateInput!) {
  webhookEndpointCreate(input: $input) {
    endpoint: webhookEndpoint { id url types createdAt updatedAt }
    signingSecret: webhookSecret { id secret lastFour createdAt }
  }
}`;
const listDocument = '{ webhookEndpoints { id url types } webhookSecrets { id lastFour } }';
const deleteDocument = 'mutation ($id: ID!) { webhookEndpointDelete(id: $id) { id: deletedWebhookEndpointId } }';
const updateDocument = `mutation ($id: ID!, $input: WebhookEndpointUpdateInput!) {
  webhookEndpointUpdate(id: $id, input: $input) { endpoint: webhookEndpoint { id url types } }
}`;
const secretCreateDocument = 'mutation { webhookSecretCreate { signingSecret: webhookSecret { id secret lastFour } } }';
const secretDeleteDocument = 'mutation ($id: ID!) { webhookSecretDelete(id: $id) { id: deletedWebhookSecretId } }';
const redeliverDocument = `mutation ($id: ID!) {
  webhookRedeliver(id: $id) { webhook { id state nextAttemptAt deliveredAt } }
}`;
const webhooksDocument = `query ($state: WebhookState, $endpoint: ID, $type: String, $after: String) {
  webhooks(state: $state, endpoint: $endpoint, type: $type, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node {
      id type state endpoint { id url } attempts { at status error durationMs }
      lastStatus lastError nextAttemptAt deliveredAt createdAt body
    } }
  }
}`;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world.close());

async function endpointOf(tenant: Tenant): Promise<string> {
  const { data } = await tenant.askAsRest(createDocument, { input: { url, types } });
  return data.webhookEndpointCreate.endpoint.id;
}

interface Given {
  readonly state?: string;
  readonly type?: string;
  readonly at?: Date;
}

async function webhookOf(tenant: Tenant, endpointId: string, given: Given = {}): Promise<string> {
  const { state = 'pending', type = 'workspace.health_changed', at = world.now() } = given;
  const id = newId(at);
  const { rows } = await world.app.db.pool.query('SELECT id FROM workspaces WHERE platform_id = $1', [
    tenant.platformId,
  ]);
  await world.app.db.pool.query(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, details, state, created_at,
                           delivered_at)
     VALUES ($1, $2, $3, $4, 'service', $5, '{"from": "ramping", "to": "paused"}', $6, $7, $8)`,
    [tenant.platformId, id, endpointId, type, rows[0].id, state, at, state === 'delivered' ? at : null],
  );
  await completeWebhooks(world.app.db.pool);
  return id;
}

describe('webhook endpoints', () => {
  it('shows the first signing secret once, and none for the second endpoint', async () => {
    const tenant = await world.tenant();
    const first = (await tenant.askAsRest(createDocument, { input: { url, types } })).data.webhookEndpointCreate;
    const second = (await tenant.askAsRest(createDocument, { input: { url, types } })).data.webhookEndpointCreate;
    expect(first.endpoint).toMatchObject({ url, types, createdAt: world.now(), updatedAt: world.now() });
    expect(first.signingSecret.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first.signingSecret.lastFour).toBe(first.signingSecret.secret.slice(-4));
    expect(second.signingSecret).toBeNull();
    const { data } = await tenant.askAsRest(listDocument);
    expect(data.webhookEndpoints.map(({ id }: { id: string }) => id)).toEqual([first.endpoint.id, second.endpoint.id]);
    expect(data.webhookSecrets).toEqual([{ id: first.signingSecret.id, lastFour: first.signingSecret.lastFour }]);
  });

  it('keeps the secret sealed', async () => {
    const tenant = await world.tenant();
    const { data } = await tenant.askAsRest(createDocument, { input: { url, types } });
    const { secret } = data.webhookEndpointCreate.signingSecret;
    const { rows } = await world.app.db.pool.query('SELECT secret_sealed FROM webhook_secrets WHERE platform_id = $1', [
      tenant.platformId,
    ]);
    expect(rows[0].secret_sealed.includes(Buffer.from(secret))).toBe(false);
    expect(world.app.secrets.open(rows[0].secret_sealed)).toBe(secret);
  });

  it('names each unknown type, each empty list and each bad URL', async () => {
    const tenant = await world.tenant();
    const refusalOf = async (input: object) => (await tenant.askAsRest(createDocument, { input })).refusal;
    const unknown = await refusalOf({ url, types: ['message.delivered', 'message.read'] });
    expect(unknown).toMatchObject({ code: 'unknown_type', details: { errors: { 'types.1': [expect.any(String)] } } });
    const empty = await refusalOf({ url, types: [] });
    expect(empty).toMatchObject({ code: 'validation_failed', details: { errors: { types: [expect.any(String)] } } });
    const plain = await refusalOf({ url: 'http://example.com/', types });
    expect(plain).toMatchObject({ code: 'url_not_https', details: { errors: { url: [expect.any(String)] } } });
    expect(await refusalOf({ url: 'https://127.0.0.1/', types })).toMatchObject({ code: 'url_host_refused' });
  });

  it('takes every type of the contract, and each once', async () => {
    const tenant = await world.tenant();
    const { data } = await tenant.askAsRest(createDocument, {
      input: { url, types: [...webhookTypes, ...webhookTypes] },
    });
    expect(data.webhookEndpointCreate.endpoint.types).toEqual([...webhookTypes]);
    expect(webhookTypes).toHaveLength(12);
  });

  it('lets ten of twenty endpoints made at once through, with one secret', async () => {
    const tenant = await world.tenant();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.askAsRest(createDocument, { input: { url, types } })),
    );
    const refused = answers.filter(({ refusal }) => refusal?.code === 'endpoint_ceiling_reached');
    const secrets = answers.filter(({ data }) => data?.webhookEndpointCreate?.signingSecret);
    expect([refused.length, secrets.length]).toEqual([10, 1]);
    const { data } = await tenant.askAsRest(listDocument);
    await tenant.askAsRest(deleteDocument, { id: data.webhookEndpoints[0].id });
    expect((await tenant.askAsRest(createDocument, { input: { url, types } })).refusal).toBeNull();
  });

  it('changes what is named, clears the breaker with a new URL, and changes nothing by {}', async () => {
    const tenant = await world.tenant();
    const id = await endpointOf(tenant);
    const breaker = async () => {
      const { rows } = await world.app.db.pool.query(
        'SELECT failures, paused_until IS NOT NULL AS paused FROM webhook_endpoints WHERE id = $1',
        [id],
      );
      return rows[0];
    };
    await world.app.db.pool.query('UPDATE webhook_endpoints SET failures = 5, paused_until = $2 WHERE id = $1', [
      id,
      world.now(),
    ]);
    const same = await tenant.askAsRest(updateDocument, { id, input: {} });
    expect(same.data.webhookEndpointUpdate.endpoint).toEqual({ id, url, types });
    const fewer = await tenant.askAsRest(updateDocument, { id, input: { types: ['message.failed'] } });
    expect(fewer.data.webhookEndpointUpdate.endpoint).toEqual({ id, url, types: ['message.failed'] });
    expect(await breaker()).toEqual({ failures: 5, paused: true });
    const moved = await tenant.askAsRest(updateDocument, { id, input: { url: `${url}/new` } });
    expect(moved.data.webhookEndpointUpdate.endpoint.url).toBe(`${url}/new`);
    expect(await breaker()).toEqual({ failures: 0, paused: false });
    const refused = await tenant.askAsRest(updateDocument, { id, input: { url: null } });
    expect(refused.refusal?.details.errors).toHaveProperty('url');
  });

  it('fails the undelivered webhooks of a deleted endpoint and nothing else', async () => {
    const tenant = await world.tenant();
    const [gone, other] = [await endpointOf(tenant), await endpointOf(tenant)];
    const pending = await webhookOf(tenant, gone);
    const delivered = await webhookOf(tenant, gone, { state: 'delivered' });
    const kept = await webhookOf(tenant, other);
    await tenant.askAsRest(deleteDocument, { id: gone });
    const { data } = await tenant.askAsRest(webhooksDocument);
    const states = data.webhooks.edges.map(({ node }: { node: { id: string; state: string } }) => [
      node.id,
      node.state,
    ]);
    expect(Object.fromEntries(states)).toEqual({ [pending]: 'failed', [delivered]: 'delivered', [kept]: 'pending' });
    expect((await tenant.askAsRest(deleteDocument, { id: gone })).refusal?.code).toBe('not_found');
    expect((await tenant.askAsRest(redeliverDocument, { id: pending })).refusal?.code).toBe('endpoint_deleted');
  });
});

describe('signing secrets', () => {
  it('are three at most, also when five are made at once', async () => {
    const tenant = await world.tenant();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.askAsRest(secretCreateDocument)));
    expect(answers.filter(({ refusal }) => refusal?.code === 'secret_ceiling_reached')).toHaveLength(2);
    expect((await tenant.askAsRest(listDocument)).data.webhookSecrets).toHaveLength(3);
  });

  it('cannot all be revoked while an endpoint exists, also when two are revoked at once', async () => {
    const tenant = await world.tenant();
    const endpoint = await endpointOf(tenant);
    await tenant.askAsRest(secretCreateDocument);
    const { data } = await tenant.askAsRest(listDocument);
    const answers = await Promise.all(
      data.webhookSecrets.map(({ id }: { id: string }) => tenant.askAsRest(secretDeleteDocument, { id })),
    );
    expect(answers.map(({ refusal }) => refusal?.code ?? 'gone').sort()).toEqual(['gone', 'last_secret_in_use']);
    await tenant.askAsRest(deleteDocument, { id: endpoint });
    const [last] = (await tenant.askAsRest(listDocument)).data.webhookSecrets;
    expect((await tenant.askAsRest(secretDeleteDocument, { id: last.id })).refusal).toBeNull();
    expect((await tenant.askAsRest(secretDeleteDocument, { id: last.id })).refusal?.code).toBe('not_found');
  });
});

describe('the log of webhooks', () => {
  it('shows each with its attempts, its next try and its body', async () => {
    const tenant = await world.tenant();
    const endpoint = await endpointOf(tenant);
    const id = await webhookOf(tenant, endpoint);
    await world.app.db.pool.query('UPDATE webhooks SET attempts = $3 WHERE platform_id = $1 AND id = $2', [
      tenant.platformId,
      id,
      {
        10: { at: world.now(), status: 500, error: 'status', duration_ms: 12 },
        9: { at: world.now(), status: null, error: 'timeout', duration_ms: 10_000 },
      },
    ]);
    const { data } = await tenant.askAsRest(webhooksDocument);
    expect(data.webhooks.edges[0].node).toMatchObject({
      id,
      type: 'workspace.health_changed',
      state: 'pending',
      endpoint: { id: endpoint, url },
      attempts: [
        { at: world.now(), status: null, error: 'timeout', durationMs: 10_000 },
        { at: world.now(), status: 500, error: 'status', durationMs: 12 },
      ],
      nextAttemptAt: world.now(),
      deliveredAt: null,
      createdAt: world.now(),
      body: {
        id,
        created_at: world.now().toISOString(),
        workspace: { reference: 'shop' },
        data: { from: 'ramping', to: 'paused' },
      },
    });
  });

  it('filters by state, endpoint and type, and refuses a type that does not exist', async () => {
    const tenant = await world.tenant();
    const [first, second] = [await endpointOf(tenant), await endpointOf(tenant)];
    const pending = await webhookOf(tenant, first);
    const failed = await webhookOf(tenant, second, { state: 'failed', type: 'message.failed' });
    const found = async (variables: Record<string, unknown>) =>
      (await tenant.askAsRest(webhooksDocument, variables)).data.webhooks.edges.map(
        ({ node }: { node: { id: string } }) => node.id,
      );
    expect(await found({})).toEqual([failed, pending]);
    expect(await found({ state: 'pending' })).toEqual([pending]);
    expect(await found({ endpoint: second })).toEqual([failed]);
    expect(await found({ type: 'message.failed' })).toEqual([failed]);
    const unknown = await tenant.askAsRest(webhooksDocument, { endpoint: 'none' });
    expect(Object.keys(unknown.refusal?.details.errors ?? {})).toEqual(['endpoint']);
    const { refusal } = await tenant.askAsRest(webhooksDocument, { type: 'foo' });
    expect(refusal).toMatchObject({ code: 'validation_failed', details: { errors: { type: [expect.any(String)] } } });
  });

  it('goes 30 days back, in pages of 50', async () => {
    const tenant = await world.tenant();
    const endpoint = await endpointOf(tenant);
    const old = await webhookOf(tenant, endpoint, { at: new Date(world.now().getTime() - 30 * day - 1) });
    const oldest = await webhookOf(tenant, endpoint, { at: new Date(world.now().getTime() - 30 * day) });
    for (let made = 0; made < 50; made += 1) await webhookOf(tenant, endpoint);
    const first = (await tenant.askAsRest(webhooksDocument)).data.webhooks;
    expect(first.edges).toHaveLength(50);
    const second = (await tenant.askAsRest(webhooksDocument, { after: first.pageInfo.endCursor })).data.webhooks;
    expect(second.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual([oldest]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await tenant.askAsRest(redeliverDocument, { id: old })).refusal?.code).toBe('not_found');
  });

  it('sends a webhook again under its id with a fresh round', async () => {
    const tenant = await world.tenant();
    const endpoint = await endpointOf(tenant);
    const id = await webhookOf(tenant, endpoint, { state: 'delivered' });
    world.advance(day);
    const { data } = await tenant.askAsRest(redeliverDocument, { id });
    expect(data.webhookRedeliver.webhook).toEqual({
      id,
      state: 'pending',
      nextAttemptAt: world.now(),
      deliveredAt: null,
    });
    const { rows } = await world.app.db.pool.query(
      'SELECT round_attempts, round_started_at FROM pending_webhooks WHERE id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ round_attempts: 0, round_started_at: world.now() });
  });
});

describe('tenancy', () => {
  it("answers another platform's endpoint, secret and webhook as one that does not exist", async () => {
    const [owner, stranger] = [await world.tenant(), await world.tenant()];
    const endpoint = await endpointOf(owner);
    const webhook = await webhookOf(owner, endpoint);
    const [secret] = (await owner.askAsRest(listDocument)).data.webhookSecrets;
    const asked: readonly (readonly [document: string, id: string, more?: object])[] = [
      ['query ($id: ID!) { webhookEndpoint(id: $id) { id } }', endpoint],
      [updateDocument, endpoint, { input: { types } }],
      [deleteDocument, endpoint],
      [secretDeleteDocument, secret.id],
      ['query ($id: ID!) { webhook(id: $id) { id } }', webhook],
      [redeliverDocument, webhook],
    ];
    for (const [document, id, more] of asked) {
      const [{ refusal: foreign }, { refusal: unknown }] = [
        await stranger.askAsRest(document, { id, ...more }),
        await stranger.askAsRest(document, { id: newId(world.now()), ...more }),
      ];
      expect(unknown?.code).toBe('not_found');
      expect([foreign?.code, foreign?.message]).toEqual([unknown?.code, unknown?.message]);
    }
    expect((await stranger.askAsRest(webhooksDocument)).data.webhooks.edges).toEqual([]);
    expect((await stranger.askAsRest(listDocument)).data).toEqual({ webhookEndpoints: [], webhookSecrets: [] });
  });
});
