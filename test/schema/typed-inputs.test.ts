/** Inputs and results with types of their own, where REST has JSON. */

import { isEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

describe('fields of an event type', () => {
  const selection =
    '{ name type required fallback fields { name type required fallback fields { name } items { type } } items { type } }';
  const save = `mutation ($fields: [EventFieldInput!]!) {
    eventTypeSave(name: "order", input: { fields: $fields }) { created eventType { fields ${selection} } }
  }`;
  const fields = [
    { name: 'total', type: 'number', required: true, fallback: '0' },
    { name: 'tags', type: 'list', items: { type: 'string' } },
    { name: 'lines', type: 'list', fields: [{ name: 'title', type: 'string' }] },
  ];

  it('are read as they are saved, in types', async () => {
    const { data, errors } = await tenant.ask(save, { fields });
    expect(errors).toEqual([]);
    expect(data.eventTypeSave.eventType.fields).toEqual([
      { name: 'total', type: 'number', required: true, fallback: '0', fields: null, items: null },
      { name: 'tags', type: 'list', required: false, fallback: null, fields: null, items: { type: 'string' } },
      {
        name: 'lines',
        type: 'list',
        required: false,
        fallback: null,
        fields: [{ name: 'title', type: 'string', required: false, fallback: null, fields: null, items: null }],
        items: null,
      },
    ]);
  });

  it('are saved again as they were read, with their nulls', async () => {
    const { data } = await tenant.ask(save, { fields });
    const again = await tenant.ask(save, { fields: data.eventTypeSave.eventType.fields });
    expect([again.errors, again.data.eventTypeSave]).toEqual([[], { ...data.eventTypeSave, created: false }]);
  });

  it('are rejected under their path by the verb, and by the schema where the shape is wrong', async () => {
    const { refusal } = await tenant.ask(save, { fields: [{ name: 'a', type: 'object' }] });
    expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['fields.0.fields']);
    const { errors } = await tenant.ask(save, { fields: [{ name: 'a', type: 'text' }] });
    expect(errors[0]?.message).toContain('EventFieldType');
  });
});

describe('webhook types', () => {
  it('are all in the enum, under their name with an underscore', () => {
    const type = schema.getType('WebhookType');
    const values = isEnumType(type) ? type.getValues() : [];
    expect(values.map(({ name, value }) => [name, value]).sort()).toEqual(
      webhookTypes.map((dotted) => [dotted.replace('.', '_'), dotted]).sort(),
    );
  });

  it('subscribe an endpoint, and filter its webhooks', async () => {
    const input = { url: 'https://hooks.test/a', types: ['message_delivered', 'contact_left_marketing'] };
    const { data, errors } = await tenant.ask(
      `mutation ($input: WebhookEndpointCreateInput!) {
        webhookEndpointCreate(input: $input) { webhookEndpoint { id types } webhookSecret { secret lastFour } }
      }`,
      { input },
    );
    expect(errors).toEqual([]);
    const { webhookEndpoint, webhookSecret } = data.webhookEndpointCreate;
    expect(webhookEndpoint.types).toEqual(input.types);
    expect(webhookSecret.secret).toMatch(/^whsec_/);
    const { rows } = await world.app.db.pool.query('SELECT types FROM webhook_endpoints WHERE id = $1', [
      webhookEndpoint.id,
    ]);
    expect(rows[0].types).toEqual(['message.delivered', 'contact.left_marketing']);
    const read = await tenant.ask(
      '{ webhookSecrets { secret lastFour } webhooks(type: message_delivered) { totalCount } }',
    );
    expect(read.data).toEqual({
      webhookSecrets: [{ secret: null, lastFour: webhookSecret.lastFour }],
      webhooks: { totalCount: 0 },
    });
  });
});

describe('a recipient', () => {
  const emit = `mutation ($recipient: RecipientInput!) {
    eventEmit(workspace: "ref:shop", input: { type: "order", idempotencyKey: "a", recipient: $recipient, payload: {} }) {
      replayed
    }
  }`;

  it.each([[{}], [{ email: 'a@example.com', contact: 'ref:a' }], [{ email: null }]])(
    'is exactly one of contact and email, not %j',
    async (recipient) => {
      const { data, errors } = await tenant.ask(emit, { recipient });
      expect(data).toBeUndefined();
      expect(errors[0]?.message).toContain('$recipient');
    },
  );
});
