/** What the caches of clients build on: objects with equal `__typename` and `id` are one object. */
import { isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

/** Types with an id that `node` does not find; each is a row whose id is a ULID of its own. */
const rows = {
  AuditEntry: 'audit_entries',
  ConsentChange: 'consent_changes',
  DeletedWorkspace: 'workspaces',
  HealthChange: 'health_changes',
  MessageReply: 'message_replies',
  RefusedEmit: 'refused_emits',
  SuppressionLift: 'suppression_lifts',
  Tag: 'tags',
  WebhookRedelivery: 'webhook_redeliveries',
} as const;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

it('is every type with a field `id`: a row whose table has the id for its key, or a part of it', async () => {
  const withId = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.getFields().id && type.getInterfaces().every(({ name }) => name !== 'Node')
      ? [type.name]
      : [],
  );
  expect(withId.sort()).toEqual(Object.keys(rows).sort());
  const { rows: keys } = await world.app.db.pool.query(
    `SELECT DISTINCT i.indrelid::regclass::text AS name FROM pg_index i
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
     WHERE i.indisprimary AND a.attname = 'id' AND i.indrelid::regclass::text = ANY($1)`,
    [Object.values(rows)],
  );
  expect(keys.map(({ name }) => name).sort()).toEqual(Object.values(rows).sort());
});

it('no part of a template has an id: two templates have blocks of equal names and unequal texts', async () => {
  const { translations: _, ...content } = demoTemplate;
  for (const [name, text] of [
    ['first', 'One'],
    ['second', 'Two'],
  ] as const) {
    await saveEventType(tenant.ctx, { name, input: { fields: [] } });
    const document = { blocks: [{ id: 'greeting', type: 'heading', attrs: { text } }] };
    await saveTemplate(tenant.ctx, {
      eventType: name,
      input: { ...content, subject: text, composition: { editorVersion: 3, target: 'email', document } },
    });
  }
  const part = 'document { blocks { __typename blockId ... on HeadingBlock { text } } }';
  const { data, errors } = await tenant.ask(
    `{ first: template(eventType: "first") { id ${part} } second: template(eventType: "second") { id ${part} } }`,
  );
  expect(errors).toEqual([]);
  expect([data.first, data.second].map(({ document }) => document.blocks)).toEqual([
    [{ __typename: 'HeadingBlock', blockId: 'greeting', text: 'One' }],
    [{ __typename: 'HeadingBlock', blockId: 'greeting', text: 'Two' }],
  ]);
  expect(data.first.id).not.toBe(data.second.id);
});
