/** The content of a message from the emit to the attempt: version, language, values. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderMessage } from '../../src/messages/sending/send-message.ts';
import { loadTemplate } from '../../src/templates/compiled-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const composition = {
  editorVersion: 3,
  target: 'email',
  document: {
    blocks: [
      { id: 'title', type: 'heading', attrs: { text: 'Thank you, {{ event.name }}' } },
      {
        id: 'day',
        type: 'text',
        attrs: { text: 'Paid {{ event.paid_at | datetime: "short" }}, {{ attributes.plan }}' },
      },
      { id: 'end', type: 'footer', attrs: { text: '{{ system.workspace_name }}' } },
    ],
  },
};
const german = { 'title.text': { text: 'Danke, {{ event.name }}' } };
const brazilian = { 'title.text': { text: 'Obrigado, {{ event.name }}' } };
const template = {
  subject: 'Receipt',
  fromLocalPart: 'orders',
  composition,
  translations: { de: german, 'pt-BR': brazilian },
};
const fields = (fallback: string) => [
  { name: 'name', type: 'string', required: false, fallback },
  { name: 'paid_at', type: 'datetime', required: true },
];

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  await asked(
    `mutation ($fields: [EventFieldInput!]!) {
      attributeDefinitionCreate(input: { key: "plan", name: "Plan", type: string }) { attributeDefinition { key } }
      sendingDomainSave(input: { domain: "shop.test" }) { created }
      eventTypeSave(name: "order.paid", input: { fields: $fields }) { created }
    }`,
    { fields: fields('friend') },
  );
  await save(template);
});
afterAll(() => world.close());

async function asked(document: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await tenant.ask(document, variables);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

const save = async (input: object) =>
  (
    await asked(
      `mutation ($input: TemplateSaveInput!) {
        templateSave(eventType: "order.paid", input: $input) { templateVersion { id } }
      }`,
      { input },
    )
  ).templateSave.templateVersion.id;

let made = 0;

async function workspace(locale: string, timezone = 'UTC'): Promise<string> {
  made += 1;
  const reference = `shop-${made}`;
  await asked('mutation ($input: WorkspaceCreateInput!) { workspaceCreate(input: $input) { workspace { id } } }', {
    input: { name: 'Shop', reference, locale, timezone },
  });
  return `ref:${reference}`;
}

async function contact(of: string, locale: string | null): Promise<string> {
  made += 1;
  const reference = `person-${made}`;
  const input = { email: `person-${made}@example.com`, locale, attributes: { plan: 'gold' } };
  await asked(
    `mutation ($workspace: ID!, $contact: ID!, $input: ContactUpsertInput!) {
      contactUpsert(workspace: $workspace, contact: $contact, input: $input) { created }
    }`,
    { workspace: of, contact: `ref:${reference}`, input },
  );
  return `ref:${reference}`;
}

/** Emits; gives the message, and what it says whenever it is asked. */
async function emitted(
  to: string,
  recipient: object,
  payload: object = { name: 'Ada', paid_at: '2026-12-31T23:30:00Z' },
) {
  made += 1;
  const { eventEmit } = await asked(
    `mutation ($workspace: ID!, $input: EventEmitInput!) {
      eventEmit(workspace: $workspace, input: $input) { event { message { id templateVersionId fellBack } } }
    }`,
    { workspace: to, input: { type: 'order.paid', idempotencyKey: `key-${made}`, recipient, payload } },
  );
  const { message } = eventEmit.event;
  const { rows } = await world.app.db.pool.query(
    `SELECT m.platform_id AS "platformId", m.template_version_id AS "templateVersionId", m.locale, m.timezone, m.values,
            e.payload, e.event_type_id AS "eventTypeId", e.event_type_version AS "eventTypeVersion"
     FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id WHERE m.id = $1`,
    [message.id],
  );
  return { ...message, says: async () => (await renderMessage(world.app, rows[0])).text };
}

it('a save is live in every workspace at once', async () => {
  const [one, other] = [await workspace('en'), await workspace('en')];
  const version = await save({ ...template, subject: 'Saved just now' });
  for (const to of [one, other]) {
    const { templateVersionId } = await emitted(to, { email: `ada@${to.slice(4)}.example` });
    expect(templateVersionId).toBe(version);
  }
});

it.each([
  ['de-AT', 'en', 'Danke'],
  ['pt-BR', 'en', 'Obrigado'],
  ['pt', 'de', 'Danke'],
  ['fr', 'de-CH-1996', 'Danke'],
  ['fr', 'fr', 'Thank you'],
  ['en', 'de', 'Thank you'],
  [null, 'de', 'Danke'],
])('a contact of %s in a workspace of %s reads %s', async (ofContact, ofWorkspace, word) => {
  const to = await workspace(ofWorkspace);
  const { says } = await emitted(to, { contact: await contact(to, ofContact) });
  expect(await says()).toMatch(new RegExp(`^${word}, Ada\n`));
  // The translation lacks this one, so it stays in the template's own language.
  expect(await says()).toContain('Paid ');
});

it('an address that no contact holds reads the language of the workspace', async () => {
  const { says } = await emitted(await workspace('de'), { email: 'stranger@example.com' });
  expect(await says()).toMatch(/^Danke/);
});

it('times are those of the workspace, written as in the language of the mail', async () => {
  const berlin = await emitted(await workspace('de', 'Europe/Berlin'), { email: 'a@example.com' });
  expect(await berlin.says()).toContain('01.01.27, 00:30');
  const chicago = await emitted(await workspace('en', 'America/Chicago'), { email: 'a@example.com' });
  expect(await chicago.says()).toMatch(/12\/31\/26, 5:30.PM/);
});

it('content is fixed at the emit, whatever changes before it is sent', async () => {
  const to = await workspace('de', 'Europe/Berlin');
  const person = await contact(to, 'de');
  const { says, fellBack } = await emitted(to, { contact: person }, { paid_at: '2026-12-31T23:30:00Z' });
  expect(fellBack).toEqual(['event.name']);
  const before = await says();
  expect(before).toContain('Danke, friend');
  await save({
    ...template,
    subject: 'Other',
    composition: { ...composition, document: { blocks: [] } },
    translations: {},
  });
  await asked(
    'mutation ($fields: [EventFieldInput!]!) { eventTypeSave(name: "order.paid", input: { fields: $fields }) { created } }',
    {
      fields: fields('stranger'),
    },
  );
  await asked(
    `mutation ($workspace: ID!, $contact: ID!) {
      workspaceUpdate(workspace: $workspace, input: { name: "Renamed", locale: "en", timezone: "UTC" }) { workspace { id } }
      contactUpsert(workspace: $workspace, contact: $contact, input: { locale: "en", attributes: { plan: "tin" } }) { created }
    }`,
    { workspace: to, contact: person },
  );
  expect(await says()).toBe(before);
  await save(template);
});

it('a version that many ask for at once is read once', async () => {
  const versionId = await save({ ...template, subject: 'Read once' });
  const loads = Array.from({ length: 10 }, () => loadTemplate(world.app, tenant.platformId, versionId));
  expect(new Set(await Promise.all(loads)).size).toBe(1);
});
