import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const names = ['__proto__', 'constructor', 'prototype'] as const;
const reserved = ['is a reserved name'];

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  const { errors } = await tenant.ask(`mutation {
    eventTypeSave(name: "noted", input: { fields: [{ name: "text", type: string, required: false }] }) { created }
  }`);
  expect(errors).toEqual([]);
});
afterAll(() => world.close());

const errorsOf = async (document: string, variables: Record<string, unknown> = {}) =>
  (await tenant.ask(document, { workspace: tenant.workspace, ...variables })).refusal?.details.errors;
/** The declaration of a variable, where `written` is one. */
const declared = (written: string) => (written.startsWith('$') ? `, ${written}: JSONObject!` : '');
const own = (name: string) => JSON.parse(`{"${name}":{"polluted":true}}`);

describe.each(names)('%s through GraphQL', (name) => {
  test('is no key of a payload, as a variable and as a literal', async () => {
    const emit = (payload: string) => `mutation ($workspace: ID!${declared(payload)}) {
      eventEmit(workspace: $workspace, input: { type: "noted", idempotencyKey: "k", payload: ${payload},
        recipient: { email: "delivered@simulator.test" } }) { event { id } }
    }`;
    expect(await errorsOf(emit('$payload'), { payload: own(name) })).toEqual({ [`payload.${name}`]: reserved });
    expect(await errorsOf(emit(`{ ${name}: 1 }`))).toEqual({ [`payload.${name}`]: reserved });
    expect(await errorsOf(emit(`{ text: { ${name}: 1 } }`))).toEqual({ [`payload.text.${name}`]: reserved });
  });

  test('is no attribute, as a variable and as a literal', async () => {
    const upsert = (attributes: string) => `mutation ($workspace: ID!${declared(attributes)}) {
      contactUpsert(workspace: $workspace, contact: "ref:ada", input: { email: "a@example.com",
        attributes: ${attributes} }) { created }
    }`;
    expect(await errorsOf(upsert('$attributes'), { attributes: own(name) })).toEqual({
      [`attributes.${name}`]: reserved,
    });
    expect(await errorsOf(upsert(`{ ${name}: "x" }`))).toEqual({ [`attributes.${name}`]: reserved });
    const define = `mutation ($key: String!) {
      attributeDefinitionCreate(input: { key: $key, name: "X", type: string }) { attributeDefinition { key } }
    }`;
    expect(await errorsOf(define, { key: name })).toEqual({ key: reserved });
  });

  test('is refused in one item of a batch alone, at its top too', async () => {
    const contacts = [
      { reference: `a-${name}`, email: `a-${name}@example.com`, attributes: own(name) },
      { reference: `b-${name}`, email: `b-${name}@example.com` },
    ];
    const { data, errors } = await tenant.ask(
      `mutation ($workspace: ID!, $contacts: [ContactBatchItemInput!]!) {
        contactBatchUpsert(workspace: $workspace, input: { contacts: $contacts }) { results { result errors } }
      }`,
      { workspace: tenant.workspace, contacts },
    );
    expect(errors).toEqual([]);
    expect(data.contactBatchUpsert.results).toEqual([
      { result: 'refused', errors: { [`attributes.${name}`]: reserved } },
      { result: 'created', errors: null },
    ]);
    const top = await tenant.ask(
      `mutation ($workspace: ID!, $contacts: [ContactBatchItemInput!]!) {
        contactBatchUpsert(workspace: $workspace, input: { contacts: $contacts }) { results { result } }
      }`,
      { workspace: tenant.workspace, contacts: [{ reference: 'c', email: 'c@example.com', ...own(name) }] },
    );
    expect(top.errors).toHaveLength(1);
    expect({}).not.toHaveProperty('polluted');
  });
});
