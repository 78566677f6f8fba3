/** What a console shows of the templates of a platform: versions, differences, languages, payloads, merge tags. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { restoreTemplate } from '../../src/templates/versions/restore-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const composition = (words: string) => ({
  editorVersion: 3,
  target: 'email',
  document: { blocks: [{ id: 'title', type: 'heading', attrs: { text: words } }] },
});
const content = (words: string, translations = {}) => ({
  subject: 'An order',
  fromLocalPart: 'orders',
  composition: composition(words),
  translations,
});
const german = (text: string, source: string) => ({
  de: { subject: { text: 'Bestellung' }, 'title.text': { text, source } },
});

let world: World;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test' });
  stranger = await world.tenant();
  const fields = [{ name: 'name', type: 'string' }];
  for (const name of ['a.bare', 'b.english', 'c.german', 'd.none']) {
    await saveEventType(tenant.ctx, { name, input: { fields } });
  }
  const save = (eventType: string, input: object, note?: string) =>
    saveTemplate(tenant.ctx, { eventType, input, ...(note && { note }) });
  await save('a.bare', content('Hello', german('Hallo', 'Hello')));
  await save(
    'a.bare',
    { ...content('Hello {{ event.name }}', german('Hallo', 'Hello')), acceptOutdated: true },
    'Name',
  );
  await save(
    'b.english',
    content('Hello', { de: { subject: { text: 'Bestellung' } }, fr: { subject: { text: 'Cde' } } }),
  );
  await save('c.german', { ...content('Hallo'), locale: 'de' });
});
afterAll(() => world.close());

const ask = async (document: string) => {
  const { data, errors } = await tenant.ask(document);
  expect(errors).toEqual([]);
  return data;
};

describe('the versions of a template', () => {
  it('are read one by one, from their event type, and with the key and the note of their save', async () => {
    const data = await ask(`{
      templateVersion(eventType: "a.bare", version: 1) { version note savedBy { apiKeyId name } }
      eventTypes { nodes { name template { version note } } }
    }`);
    expect(data.templateVersion).toMatchObject({ version: 1, note: null, savedBy: { apiKeyId: tenant.apiKeyId } });
    expect(data.eventTypes.nodes).toEqual([
      { name: 'a.bare', template: { version: 2, note: 'Name' } },
      { name: 'b.english', template: { version: 1, note: null } },
      { name: 'c.german', template: { version: 1, note: null } },
      { name: 'd.none', template: null },
    ]);
    for (const version of [0, 3, -1]) {
      const { refusal } = await tenant.ask(`{ templateVersion(eventType: "a.bare", version: ${version}) { id } }`);
      expect(refusal?.code).toBe('not_found');
    }
    const other = await stranger.ask('{ templateVersion(eventType: "a.bare", version: 1) { id } }');
    expect(other.refusal?.code).toBe('not_found');
  });

  it('of a restore have a note, and one that is too long is rejected', async () => {
    await restoreTemplate(tenant.ctx, { eventType: 'c.german', version: 1, note: 'again' });
    await saveTemplate(tenant.ctx, { eventType: 'c.german', input: { ...content('Servus'), locale: 'de' } });
    const restored = await tenant.ask(
      'mutation { templateRestore(eventType: "c.german", version: 1, note: "Back") { templateVersion { note } } }',
    );
    expect(restored.data.templateRestore.templateVersion).toEqual({ note: 'Back' });
    const { refusal } = await tenant.ask(
      'mutation ($note: String) { templateRestore(eventType: "c.german", version: 1, note: $note) { __typename } }',
      { note: 'x'.repeat(501) },
    );
    expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['note']);
  });

  it('are compared', async () => {
    const data = await ask(`{ templateDiff(eventType: "a.bare", from: 1, to: 2) {
      texts { change fieldId blockId locale before after } textsOmitted blocks { blockId } values { path before after }
    } }`);
    expect(data.templateDiff).toEqual({
      texts: [
        {
          change: 'changed',
          fieldId: 'title.text',
          blockId: 'title',
          locale: 'en',
          before: 'Hello',
          after: 'Hello {{ event.name }}',
        },
      ],
      textsOmitted: 0,
      blocks: [],
      values: [],
    });
    const missing = await tenant.ask('{ templateDiff(eventType: "a.bare", from: 1, to: 9) { textsOmitted } }');
    expect(missing.refusal?.code).toBe('not_found');
  });
});

describe('the languages of all templates', () => {
  const document = `{ templateLanguages { eventTypes capped uncounted languages {
    locale complete outdated incomplete absent gaps { eventType { name } state missing outdated }
  } } }`;

  it('are counted by state, with the templates that are not complete', async () => {
    const expected = {
      eventTypes: 3,
      capped: false,
      uncounted: [],
      languages: [
        {
          locale: 'de',
          complete: 1,
          outdated: 1,
          incomplete: 1,
          absent: 0,
          gaps: [
            { eventType: { name: 'a.bare' }, state: 'outdated', missing: 0, outdated: 1 },
            { eventType: { name: 'b.english' }, state: 'incomplete', missing: 1, outdated: 0 },
          ],
        },
        { locale: 'en', complete: 2, outdated: 0, incomplete: 0, absent: 1, gaps: [expect.anything()] },
        { locale: 'fr', complete: 0, outdated: 0, incomplete: 1, absent: 2, gaps: expect.any(Array) },
      ],
    };
    expect((await ask(document)).templateLanguages).toMatchObject(expected);
    // Versions that were saved before the numbers were stored are read.
    await world.app.db.pool.query('UPDATE template_versions SET languages = NULL WHERE platform_id = $1', [
      tenant.platformId,
    ]);
    expect((await ask(document)).templateLanguages).toMatchObject(expected);
    await world.app.db.pool.query('UPDATE template_versions SET content_bytes = 8388609 WHERE platform_id = $1', [
      tenant.platformId,
    ]);
    expect((await ask(document)).templateLanguages).toMatchObject({
      eventTypes: 0,
      uncounted: ['a.bare', 'b.english', 'c.german'],
    });
  });

  it('are the most frequent, where the templates have very many', async () => {
    const languages = (at: number) =>
      JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ locale: `de-x-${at}-${n}`, missing: 0, outdated: 0 })));
    const { rows } = await world.app.db.pool.query<{ id: string }>(
      'SELECT id FROM template_versions WHERE platform_id = $1 ORDER BY id',
      [tenant.platformId],
    );
    for (const [at, { id }] of rows.entries()) {
      const values = [id, languages(at)];
      await world.app.db.pool.query('UPDATE template_versions SET languages = $2 WHERE id = $1', values);
    }
    const { templateLanguages } = await ask('{ templateLanguages { capped languages { locale complete } } }');
    expect(templateLanguages.capped).toBe(true);
    expect(templateLanguages.languages).toHaveLength(200);
    const locales = templateLanguages.languages.map(({ locale }: { readonly locale: string }) => locale);
    expect(locales).toEqual(locales.toSorted());
    expect(locales).toContain('en');
  });

  it('of another platform are not seen', async () => {
    const { data } = await stranger.ask(document);
    expect(data.templateLanguages).toEqual({ eventTypes: 0, capped: false, uncounted: [], languages: [] });
  });
});

describe('the payloads of an event type', () => {
  const list = (first: number) => `{ templatePayloads(eventType: "a.bare", first: ${first}) {
    event { idempotencyKey workspace { name } message { state } } payload locale timezone contact { email attributes }
  } }`;

  it('are the latest of all workspaces, ready for a preview, until the person is erased', async () => {
    for (const [key, email] of [
      ['1', 'ada@example.com'],
      ['2', 'eve@example.com'],
    ] as const) {
      await emitEvent(tenant.ctx, tenant.workspace, {
        type: 'a.bare',
        idempotencyKey: `key-${key}`,
        recipient: { email },
        payload: { name: `Person ${key}` },
      });
    }
    const { templatePayloads } = await ask(list(20));
    expect(templatePayloads).toEqual([
      {
        event: { idempotencyKey: 'key-2', workspace: { name: 'Shop' }, message: { state: 'queued' } },
        payload: { name: 'Person 2' },
        locale: 'en',
        timezone: 'UTC',
        contact: { email: 'eve@example.com', attributes: {} },
      },
      expect.objectContaining({ payload: { name: 'Person 1' } }),
    ]);
    expect((await ask(list(1))).templatePayloads).toHaveLength(1);
    expect((await tenant.ask(list(21))).refusal?.details.errors).toHaveProperty('first');
    expect((await stranger.ask(list(1))).refusal?.code).toBe('not_found');
    await world.app.db.pool.query(`UPDATE events SET payload = NULL WHERE idempotency_key = 'key-2'`);
    expect((await ask(list(20))).templatePayloads).toHaveLength(1);
    await erasePerson(tenant.ctx, tenant.workspace, { email: 'nobody@example.com' });
  });

  it('are tried with a saved version, the live one by default', async () => {
    const check = (version: string) =>
      `{ templateVersionCheck(eventType: "a.bare"${version}) { payloads fallingBack } }`;
    expect((await ask(check(''))).templateVersionCheck).toEqual({ payloads: 1, fallingBack: 0 });
    expect((await ask(check(', version: 1'))).templateVersionCheck.payloads).toBe(1);
    expect((await tenant.ask('{ templateVersionCheck(eventType: "d.none") { payloads } }')).refusal?.code).toBe(
      'not_found',
    );
  });
});

describe('what an editor generates its forms from', () => {
  it('is the format of compositions', async () => {
    const field =
      'name description required nullable default forms { type format values minimum maximum maxLength pattern }';
    const { compositionFormat } = await ask(`{ compositionFormat {
      editorVersion limits { bytes blocks locales } headers { name } settings { ${field} } theme { ${field} }
      blocks { type purpose holds repeats attributes { ${field} } columnAttributes { name } texts { path kind } example }
    } }`);
    expect(compositionFormat).toMatchObject({
      editorVersion: 3,
      limits: { bytes: 2_097_152, blocks: 500, locales: 100 },
    });
    const button = compositionFormat.blocks.find(({ type }: { type: string }) => type === 'button');
    expect(button.attributes[3]).toEqual({
      name: 'variant',
      description: expect.any(String),
      required: false,
      nullable: false,
      default: 'primary',
      forms: [expect.objectContaining({ type: 'string', values: ['primary', 'secondary'] })],
    });
    expect(compositionFormat.theme[1]).toMatchObject({
      name: 'background_color',
      default: '#f4f4f5',
      forms: [{ format: 'color' }],
    });
  });

  it('is the merge tags of an event type, in a language that is one', async () => {
    const tags = (locale: string) =>
      `{ eventType(name: "a.bare") { mergeTags(locale: "${locale}") { path type uses forms { tag text } } } }`;
    const { eventType } = await ask(tags('de'));
    expect(eventType.mergeTags[0]).toEqual({
      path: 'event.name',
      type: 'string',
      uses: ['text', 'condition'],
      forms: [
        { tag: '{{ event.name }}', text: 'Name' },
        { tag: '{{ event.name | upper }}', text: 'NAME' },
        { tag: '{{ event.name | lower }}', text: 'name' },
      ],
    });
    expect((await tenant.ask(tags('x'.repeat(40)))).refusal?.details.errors).toHaveProperty('locale');
  });
});
