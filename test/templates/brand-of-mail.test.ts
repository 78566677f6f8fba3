/** The brand of a mail: that of its emit, in every process at once, and of its own platform alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderMessage } from '../../src/messages/sending/send-message.ts';
import { openWorld, type World } from '../support/open-world.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { Tenant } from '../support/world.ts';

const template = (theme: object, text: string) => ({
  subject: 'Hello',
  fromLocalPart: 'orders',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: { theme, blocks: [{ id: 'a', type: 'text', attrs: { text } }] },
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

const brandSave = 'mutation ($input: BrandSaveInput!) { brandSave(input: $input) { brand { version } } }';

async function opened(name: string): Promise<Tenant> {
  const tenant = await world.tenant({ name });
  await asked(tenant, 'mutation { sendingDomainSave(input: { domain: "shop.test" }) { created } }');
  const types = { branded: [{ brand: true }, 'By {{ brand.name }}'], plain: [{}, 'By nobody'] } as const;
  for (const [type, [theme, text]] of Object.entries(types)) {
    await asked(tenant, 'mutation ($name: String!) { eventTypeSave(name: $name, input: { fields: [] }) { created } }', {
      name: type,
    });
    await asked(
      tenant,
      'mutation ($name: String!, $input: TemplateSaveInput!) { templateSave(eventType: $name, input: $input) { created } }',
      { name: type, input: template(theme, text) },
    );
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
            m.brand_version AS "brandVersion", m.locale, m.timezone, m.values, e.payload,
            e.event_type_id AS "eventTypeId", e.event_type_version AS "eventTypeVersion"
     FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id WHERE m.id = $1`,
    [message.id],
  );
  return { ...message, brandVersion: rows[0].brandVersion, mail: () => renderMessage(world.app, rows[0]) };
}

it('is that of the emit, without a save of the template, and stays', async () => {
  const tenant = await opened('Acme');
  const before = await emitted(tenant, 'branded');
  expect([before.brandVersion, before.fellBack]).toEqual([null, ['brand.name']]);
  await asked(tenant, brandSave, { input: { name: 'Acme', colors: { text: '#123456' } } });
  const first = await emitted(tenant, 'branded');
  expect([first.brandVersion, first.fellBack]).toEqual([1, []]);
  const kept = await first.mail();
  expect(kept.text).toContain('By Acme');
  expect(kept.html).toContain('#123456');
  await asked(tenant, brandSave, { input: { name: 'Acme & Co' } });
  expect((await (await emitted(tenant, 'branded')).mail()).text).toContain('By Acme & Co');
  expect(await first.mail()).toEqual(kept);
  expect((await before.mail()).text).not.toContain('Acme');
});

it('reaches processes that remember the brand before', async () => {
  const tenant = await opened('Far');
  await asked(tenant, brandSave, { input: { name: 'Far' } });
  // From the fourth emit to a stranger on, a process reads nothing before it writes.
  for (let n = 0; n < 6; n += 1) await emitted(tenant, 'branded', other);
  await asked(tenant, brandSave, { input: { name: 'Near' } });
  const { brandVersion, mail } = await emitted(tenant, 'branded', other);
  expect(brandVersion).toBe(2);
  expect((await mail()).text).toContain('By Near');
});

it('compiles the templates that use it anew, and no others', async () => {
  const tenant = await opened('Thrifty');
  await asked(tenant, brandSave, { input: { name: 'One' } });
  const compiled = world.app.parts.templates.compiled;
  const mails = async () => [await emitted(tenant, 'branded'), await emitted(tenant, 'plain')];
  await mails();
  const keys = new Set(compiled.keys());
  await asked(tenant, brandSave, { input: { name: 'Two' } });
  await mails();
  const added = [...compiled.keys()].filter((key) => !keys.has(key));
  expect(added).toEqual([expect.stringMatching(/:en:2$/)]);
});

it('is none after its deletion, in every process, and stays with mails of before', async () => {
  const tenant = await opened('Leaving');
  await asked(tenant, brandSave, { input: { name: 'Here' } });
  const before = await emitted(tenant, 'branded');
  await asked(tenant, 'mutation { brandDelete { deletedBrandPlatformId } }', {}, other);
  expect(await emitted(tenant, 'branded')).toMatchObject({ brandVersion: null, fellBack: ['brand.name'] });
  expect((await before.mail()).text).toContain('By Here');
  await asked(tenant, brandSave, { input: { name: 'Back' } });
  expect(await emitted(tenant, 'branded')).toMatchObject({ brandVersion: 2 });
});

it('is not that of another platform', async () => {
  const [ours, theirs] = [await opened('Ours'), await opened('Theirs')];
  await asked(ours, brandSave, { input: { name: 'Ours' } });
  expect(await emitted(theirs, 'branded')).toMatchObject({ brandVersion: null, fellBack: ['brand.name'] });
  await asked(theirs, brandSave, { input: { name: 'Theirs' } });
  expect((await (await emitted(ours, 'branded')).mail()).text).toContain('By Ours');
  expect((await (await emitted(theirs, 'branded')).mail()).text).toContain('By Theirs');
});

it('is in previews as it is now, and in the preview of a brand as it would be', async () => {
  const tenant = await opened('Seen');
  const preview = async () =>
    (await asked(tenant, '{ templatePreview(eventType: "branded", input: {}) { text fallenBack } }')).templatePreview;
  expect((await preview()).fallenBack).toEqual(['brand.name']);
  await asked(tenant, brandSave, { input: { name: 'Seen' } });
  expect((await preview()).text).toContain('By Seen');
  const { brandPreview } = await asked(
    tenant,
    `{ brandPreview(
         input: { name: "Unsaved", logoUrl: "https://a.example/l.png", colors: { text: "#123456" }, legalLine: "No. 1" }
         starter: receipt
       ) { html text } }`,
  );
  expect(brandPreview.html).toContain('https://a.example/l.png');
  expect(brandPreview.html).toContain('#123456');
  expect(brandPreview.text).toContain('No. 1');
  expect((await preview()).text).toContain('By Seen');
});

it('two saves at once have two numbers', async () => {
  const tenant = await opened('Busy');
  const names = ['A', 'B', 'C', 'D'];
  await Promise.all(names.map((name) => asked(tenant, brandSave, { input: { name } })));
  const { brand } = await asked(tenant, '{ brand { version } }');
  expect(brand.version).toBe(names.length);
});
