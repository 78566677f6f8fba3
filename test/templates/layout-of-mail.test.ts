/** The layout of a mail: that of its emit, in every process at once, and of its own platform alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderMessage } from '../../src/messages/sending/send-message.ts';
import { openWorld, type World } from '../support/open-world.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { Tenant } from '../support/world.ts';

const text = (words: string, id = 'f') => [{ id, type: 'text', attrs: { text: words } }];

const template = (settings: object) => ({
  subject: 'Hello',
  fromLocalPart: 'orders',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: { settings, blocks: text('Content') },
  },
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let world: World;
/** Another process on the same database. */
let other: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = openWorld(database.url);
  other = openWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await other.close();
  await database.drop();
});

async function asked(tenant: Tenant, document: string, variables: Record<string, unknown> = {}, at: World = world) {
  const { platformId, apiKeyId } = tenant;
  const { data, errors } = await at.ask({ platformId, apiKeyId }, document, variables);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

const save = (tenant: Tenant, input: object, at: World = world) =>
  asked(
    tenant,
    'mutation ($input: LayoutSaveInput!) { layoutSave(name: "default", input: $input) { created layout { version } } }',
    { input },
    at,
  );

const templateSave = (tenant: Tenant, name: string, settings: object) =>
  asked(
    tenant,
    'mutation ($name: String!, $input: TemplateSaveInput!) { templateSave(eventType: $name, input: $input) { created } }',
    { name, input: template(settings) },
  );

async function opened(name: string): Promise<Tenant> {
  const tenant = await world.tenant({ name });
  await asked(tenant, 'mutation { sendingDomainSave(input: { domain: "shop.test" }) { created } }');
  await save(tenant, { header: text('First', 'h'), footer: text('By {{ system.workspace_name }}') });
  for (const [type, settings] of [
    ['framed', { layout: 'default' }],
    ['plain', {}],
  ] as const) {
    await asked(tenant, 'mutation ($name: String!) { eventTypeSave(name: $name, input: { fields: [] }) { created } }', {
      name: type,
    });
    await templateSave(tenant, type, settings);
  }
  return tenant;
}

let made = 0;

/** Emits in one process; gives the message, and its mail whenever it is asked. */
async function emitted(tenant: Tenant, type: string, at: World = world) {
  made += 1;
  const { eventEmit } = await asked(
    tenant,
    `mutation ($workspace: ID!, $input: EventEmitInput!) {
      eventEmit(workspace: $workspace, input: $input) { event { message { id fellBack } } }
    }`,
    {
      workspace: tenant.workspace,
      input: { type, idempotencyKey: `key-${made}`, recipient: { email: `p-${made}@example.com` }, payload: {} },
    },
    at,
  );
  const { message } = eventEmit.event;
  const { rows } = await world.app.db.pool.query(
    `SELECT m.platform_id AS "platformId", m.template_version_id AS "templateVersionId",
            m.brand_version AS "brandVersion", m.layout_version AS "layoutVersion", m.locale, m.timezone, m.values,
            e.payload, e.event_type_id AS "eventTypeId", e.event_type_version AS "eventTypeVersion"
     FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id WHERE m.id = $1`,
    [message.id],
  );
  return { ...message, layoutVersion: rows[0].layoutVersion, mail: () => renderMessage(world.app, rows[0]) };
}

it('stands around the blocks of its templates, in both parts, and around no others', async () => {
  const tenant = await opened('Acme');
  const framed = await emitted(tenant, 'framed');
  const { html, text: words } = await framed.mail();
  expect(framed.layoutVersion).toBe(1);
  expect(words.match(/First|Content|By /g)).toEqual(['First', 'Content', 'By ']);
  expect(html.match(/>First<|>Content<|>By /g)).toEqual(['>First<', '>Content<', '>By ']);
  const plain = await emitted(tenant, 'plain');
  expect(plain.layoutVersion).toBeNull();
  expect((await plain.mail()).text).not.toContain('First');
});

it('is that of the emit, without a save of the template, and stays', async () => {
  const tenant = await opened('Steady');
  const first = await emitted(tenant, 'framed');
  const kept = await first.mail();
  await save(tenant, { footer: text('Second') });
  const second = await emitted(tenant, 'framed');
  expect(second.layoutVersion).toBe(2);
  expect((await second.mail()).text).toContain('Second');
  expect(await first.mail()).toEqual(kept);
});

it('reaches processes that remember the layout before', async () => {
  const tenant = await opened('Far');
  // From the fourth emit to a stranger on, a process reads nothing before it writes.
  for (let n = 0; n < 6; n += 1) await emitted(tenant, 'framed', other);
  await save(tenant, { footer: text('Near') });
  const { layoutVersion, mail } = await emitted(tenant, 'framed', other);
  expect(layoutVersion).toBe(2);
  expect((await mail()).text).toContain('Near');
});

it('compiles the templates that use it anew, and no others, in each process', async () => {
  const tenant = await opened('Thrifty');
  for (const at of [world, other]) {
    const compiled = at.app.parts.templates.compiled;
    const mails = async () => [await emitted(tenant, 'framed', at), await emitted(tenant, 'plain', at)];
    await mails();
    const keys = new Set(compiled.keys());
    await save(tenant, { footer: text(`Of ${keys.size} ${at === world}`) });
    await mails();
    const added = [...compiled.keys()].filter((key) => !keys.has(key));
    expect(added).toEqual([expect.stringMatching(/:en:layout \d+$/)]);
  }
});

it('brings its brand: a template that reads none is compiled with it', async () => {
  const tenant = await opened('Branded');
  const brandSave = 'mutation ($name: String!) { brandSave(input: { name: $name }) { created } }';
  await asked(tenant, brandSave, { name: 'One' });
  await save(tenant, { footer: text('By {{ brand.name }}') });
  const first = await emitted(tenant, 'framed');
  expect((await first.mail()).text).toContain('By One');
  await asked(tenant, brandSave, { name: 'Two' });
  const second = await emitted(tenant, 'framed');
  expect((await second.mail()).text).toContain('By Two');
  expect((await first.mail()).text).toContain('By One');
});

it('is left and taken by saves of the template', async () => {
  const tenant = await opened('Moving');
  await templateSave(tenant, 'framed', {});
  expect((await emitted(tenant, 'framed')).layoutVersion).toBeNull();
  await save(tenant, { footer: text('Unused') });
  await templateSave(tenant, 'framed', { layout: 'default' });
  expect((await emitted(tenant, 'framed')).layoutVersion).toBe(2);
  await asked(tenant, 'mutation { templateRestore(eventType: "framed", version: 2) { templateVersion { version } } }');
  expect((await emitted(tenant, 'framed')).layoutVersion).toBeNull();
  await asked(tenant, 'mutation { templateRestore(eventType: "framed", version: 1) { templateVersion { version } } }');
  const { layoutVersion, mail } = await emitted(tenant, 'framed');
  expect(layoutVersion).toBe(2);
  expect((await mail()).text).toContain('Unused');
});

it('is not that of another platform', async () => {
  const [ours, theirs] = [await opened('Ours'), await opened('Theirs')];
  await save(ours, { footer: text('Of ours') });
  const mail = await emitted(theirs, 'framed');
  expect(mail.layoutVersion).toBe(1);
  expect((await mail.mail()).text).not.toContain('Of ours');
});

it('is in previews as it is now, and in its own preview as it would be', async () => {
  const tenant = await opened('Seen');
  await save(tenant, { footer: text('As it is') });
  const { templatePreview } = await asked(tenant, '{ templatePreview(eventType: "framed", input: {}) { text } }');
  expect(templatePreview.text).toContain('As it is');
  const draft = `{ subject: "S", fromLocalPart: "a", document: { settings: { layout: "default" }, blocks: [] } }`;
  const drafted = await asked(tenant, `{ templatePreview(eventType: "plain", input: { draft: ${draft} }) { text } }`);
  expect(drafted.templatePreview.text).toContain('As it is');
  const shown = (eventType: string) =>
    asked(
      tenant,
      `query ($input: LayoutSaveInput!) {
        layoutPreview(name: "default", input: $input ${eventType}) { uses mail { text } changes { eventType differs } }
      }`,
      { input: { footer: text('As it would be') } },
    );
  const { layoutPreview } = await shown(', eventType: "framed"');
  expect(layoutPreview).toMatchObject({ uses: 1, changes: [{ eventType: 'framed', differs: ['en'] }] });
  expect(layoutPreview.mail.text).toContain('As it would be');
  expect((await shown('')).layoutPreview.mail.text).toContain('As it would be');
});

it('saves of layouts and of templates that name them neither wait for each other nor lose one', async () => {
  const tenant = await opened('Busy');
  const numbers = [1, 2, 3, 4];
  await Promise.all(
    numbers.flatMap((n) => [
      save(tenant, { footer: text(`Layout ${n}`) }, n % 2 ? world : other),
      templateSave(tenant, 'framed', { layout: 'default', preheader: `Template ${n}` }),
    ]),
  );
  const { layout } = await asked(tenant, '{ layout(name: "default") { version uses usedBy } }');
  expect(layout).toEqual({ version: 1 + numbers.length, uses: 1, usedBy: ['framed'] });
  expect((await emitted(tenant, 'framed')).layoutVersion).toBe(layout.version);
});

it('changes under emits, and each mail has the version that its message names', async () => {
  const tenant = await opened('Under load');
  const sent = Array.from({ length: 24 }, async (_, n) => {
    if (n % 6 === 0) await save(tenant, { footer: text(`Change ${n}`) }, n % 12 ? world : other);
    return emitted(tenant, 'framed', n % 2 ? world : other);
  });
  const messages = await Promise.all(sent);
  const { rows } = await world.app.db.pool.query(
    'SELECT version, content FROM layout_versions WHERE platform_id = $1',
    [tenant.platformId],
  );
  const footers = new Map(rows.map(({ version, content }) => [version, content.footer[0].attrs.text]));
  for (const { layoutVersion, mail } of messages) {
    const wanted = footers.get(layoutVersion);
    expect((await mail()).text).toContain(wanted.startsWith('Change') ? wanted : 'By ');
  }
});

it('older versions can be read, those of nobody not', async () => {
  const tenant = await opened('Old');
  await save(tenant, { footer: text('New') });
  const { layout } = await asked(tenant, '{ layout(name: "default", version: 1) { version header footer } }');
  expect(layout).toMatchObject({ version: 1, header: text('First', 'h') });
  await expect(asked(tenant, '{ layout(name: "default", version: 3) { version } }')).rejects.toThrow(/no such version/);
});
