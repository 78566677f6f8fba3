/** A letter is one letter, written as one character or as two (docs/rules.md#composed-text). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const one = 'jos\u00e9';
const two = 'jose\u0301';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

const upsert = (reference: string, email: string) =>
  tenant.ask(
    `mutation ($workspace: ID!, $contact: ID!, $email: String!) {
      contactUpsert(workspace: $workspace, contact: $contact, input: { email: $email }) { contact { email } } }`,
    { workspace: tenant.workspace, contact: `ref:${reference}`, email },
  );

test('an address makes one contact, whichever way it is written, and is found by both', async () => {
  expect((await upsert('first', `${two}@example.com`)).data.contactUpsert.contact.email).toBe(`${one}@example.com`);
  const again = await upsert('second', `${one}@example.com`);
  expect(again.refusal?.code).toBe('email_taken');
  for (const search of [one, two, `${two.toUpperCase()}@EX`]) {
    const { data } = await tenant.ask(
      'query ($workspace: ID!, $search: String!) { contacts(workspace: $workspace, search: $search) { totalCount } }',
      { workspace: tenant.workspace, search },
    );
    expect(data.contacts.totalCount, search).toBe(1);
  }
});

test('a blocked address gets no mail, whichever way it is written', async () => {
  await suppressByHand(tenant.ctx, 'ref:shop', { email: `blocked-${one}@example.com` });
  const { data, errors } = await tenant.ask(
    `mutation ($input: EventEmitInput!, $workspace: ID!) {
      eventEmit(workspace: $workspace, input: $input) { event { message { state } } } }`,
    {
      workspace: tenant.workspace,
      input: {
        type: 'order.shipped',
        idempotencyKey: 'composed',
        recipient: { email: `blocked-${two}@example.com` },
        payload: { order_number: '1', tracking_url: 'https://example.com/1', customer_name: 'Ada' },
      },
    },
  );
  expect(errors).toEqual([]);
  expect(data.eventEmit.event.message.state).toBe('suppressed');
});

test('a workspace is found by its name, whichever way it is written', async () => {
  const made = await tenant.ask(
    `mutation ($name: String!) { workspaceCreate(input: { name: $name, reference: "cafe" }) { workspace { name } } }`,
    { name: `Caf${'e\u0301'}` },
  );
  expect(made.data.workspaceCreate.workspace.name).toBe('Caf\u00e9');
  const { data } = await tenant.ask('{ workspaces(search: "fe\u0301") { nodes { reference } } }');
  expect(data.workspaces.nodes).toEqual([{ reference: 'cafe' }]);
});
