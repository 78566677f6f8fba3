/** Who left by themselves, in all workspaces of a platform (docs/rules.md#leavers). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLeavers } from '../../src/contacts/list-leavers.ts';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { newId } from '../../src/ground/ids.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let neighbour: Tenant;
let second: string;
const contacts = new Map<string, string>();

const sql = (text: string, ...values: readonly unknown[]) => world.app.db.pool.query(text, [...values]);

/** As the unsubscribe page and mail apps record it. */
async function changes(name: string, state: string, at: string, source: string): Promise<void> {
  await sql(
    `WITH c AS (UPDATE contacts SET status = $2::contact_status, marketing_at = $3 WHERE reference = $1
       RETURNING workspace_id, id)
     INSERT INTO consent_changes (id, workspace_id, contact_id, state, at, source, replaced_state, created_at)
     SELECT $5, workspace_id, id, $2::contact_status, $3, $4::consent_source, 'subscribed', $3 FROM c`,
    name,
    state,
    at,
    source,
    newId(new Date(at)),
  );
}

beforeAll(async () => {
  world = await createWorld();
  [tenant, neighbour] = await Promise.all([
    world.tenant({ domain: 'shop.test' }),
    world.tenant({ name: 'Neighbour', domain: 'other.test' }),
  ]);
  second = await createWorkspace(tenant.ctx, { name: 'Second', reference: 'second', timezone: 'UTC' });
  const people = [
    [tenant, tenant.workspace, 'pavel'],
    [tenant, tenant.workspace, 'reported'],
    [tenant, tenant.workspace, 'back'],
    [tenant, second, 'lea'],
    [neighbour, neighbour.workspace, 'stranger'],
  ] as const;
  for (const [{ ctx }, workspace, name] of people) {
    const input = { email: `${name}@example.com`, marketing: { state: 'subscribed', at: '2026-02-01T10:00:00Z' } };
    const { id } = await upsertContact(ctx, workspace, `ref:${name}`, input);
    contacts.set(name, id);
  }
  await changes('pavel', 'unsubscribed', '2026-02-20T13:07:01Z', 'link');
  await changes('lea', 'unsubscribed', '2026-02-21T18:07:02Z', 'mail_app');
  await changes('reported', 'unsubscribed', '2026-02-22T09:00:00Z', 'api');
  await changes('back', 'unsubscribed', '2026-02-23T09:00:00Z', 'link');
  await changes('back', 'subscribed', '2026-02-23T09:01:00Z', 'undo');
  await changes('stranger', 'unsubscribed', '2026-02-24T09:00:00Z', 'link');
});
afterAll(() => world.close());

test('who left by themselves is listed over all workspaces, the last first, with when and how', async () => {
  const found = await listLeavers(tenant.ctx);
  expect(found).toEqual({
    people: [
      { workspaceId: second, contactId: contacts.get('lea'), at: new Date('2026-02-21T18:07:02Z'), source: 'mail_app' },
      {
        workspaceId: tenant.workspace,
        contactId: contacts.get('pavel'),
        at: new Date('2026-02-20T13:07:01Z'),
        source: 'link',
      },
    ],
    capped: false,
  });
});

test('by GraphQL each has the contact and the workspace', async () => {
  const { data, errors } = await tenant.ask(
    '{ leavers { people { at source contact { email } workspace { id } } capped } }',
  );
  expect(errors).toEqual([]);
  expect(JSON.parse(JSON.stringify(data.leavers))).toEqual({
    people: [
      {
        at: '2026-02-21T18:07:02.000Z',
        source: 'mail_app',
        contact: { email: 'lea@example.com' },
        workspace: { id: second },
      },
      {
        at: '2026-02-20T13:07:01.000Z',
        source: 'link',
        contact: { email: 'pavel@example.com' },
        workspace: { id: tenant.workspace },
      },
    ],
    capped: false,
  });
});

test('nobody is found among the changes that were looked at, and more were made: the list says so', async () => {
  const { ctx, workspace } = await world.tenant({ name: 'Busy' });
  const { id } = await upsertContact(ctx, workspace, 'ref:busy', { email: 'busy@example.com' });
  expect(await listLeavers(ctx)).toEqual({ people: [], capped: false });
  const at = new Date('2026-02-25T09:00:00Z');
  await sql(
    `INSERT INTO consent_changes (id, workspace_id, contact_id, state, at, source, replaced_state, created_at)
     SELECT id, $1, $2, 'subscribed', $3, 'undo', 'unsubscribed', $3 FROM unnest($4::text[]) id`,
    workspace,
    id,
    at,
    Array.from({ length: 1_001 }, () => newId(at)),
  );
  expect(await listLeavers(ctx)).toEqual({ people: [], capped: true });
});

test('a deleted workspace is left out', async () => {
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', second, world.now());
  expect((await listLeavers(tenant.ctx)).people.map(({ contactId }) => contactId)).toEqual([contacts.get('pavel')]);
});
