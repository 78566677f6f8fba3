import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import { everyWay } from '../support/every-way.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const checkFields = `payloads fallingBack
  locales { locale payloads fallingBack tags { tag payloads } htmlBytes } warnings { code locale message }`;
const checkDocument = `query ($draft: TemplateSaveInput!) {
  templateCheck(eventType: "order.paid", draft: $draft) { ${checkFields} }
}`;
const saveDocument = `mutation ($input: TemplateSaveInput!) {
  templateSave(eventType: "order.paid", input: $input) {
    check { ${checkFields} } templateVersion { coverage { locale texts translated missing outdated } }
  }
}`;
const heading = { id: 'title', type: 'heading', attrs: { text: 'Thank you, {{ event.customer_name }}' } };
const draft = {
  subject: 'Order {{ event.number }}',
  fromLocalPart: 'orders',
  composition: { editorVersion: 3, target: 'email', document: { settings: { preheader: 'Soon' }, blocks: [heading] } },
  translations: { de: { 'title.text': { text: 'Danke, {{ event.nickname }}' } } },
};

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  await tenant.ask(
    'mutation ($fields: [EventFieldInput!]!) { eventTypeSave(name: "order.paid", input: { fields: $fields }) { created } }',
    {
      fields: ['number', 'customer_name', 'nickname'].map((name) => ({ name, type: 'string', required: false })),
    },
  );
});

/** Events as emits leave them, one after the other; `locale` is that of the workspace. */
async function emitted(payloads: readonly (object | null)[], locale = 'en'): Promise<void> {
  const { data } = await tenant.ask(
    `mutation ($reference: String!, $locale: String!) {
      workspaceCreate(input: { name: "Shop", reference: $reference, locale: $locale }) { workspace { id } }
    }`,
    { reference: `shop-${locale}-${newId(world.now())}`, locale },
  );
  for (const payload of payloads) {
    await world.app.db.pool.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key,
                           payload, address_hash, created_at)
       SELECT $1, $2, $3, id, name, 1, $3, $4, '\\x00', $5 FROM event_types WHERE platform_id = $1`,
      [tenant.platformId, data.workspaceCreate.workspace.id, newId(world.now()), payload, world.now()],
    );
  }
}

const check = async (changes: object = {}) => {
  const { data, refusal } = await tenant.ask(checkDocument, { draft: { ...draft, ...changes } });
  return refusal ?? data.templateCheck;
};

describe('the check of a draft', () => {
  it('says how many of the last payloads would fall back, on which tags, by language', async () => {
    await emitted([{ number: '1', customer_name: 'Ada' }, { number: '2' }, {}, null]);
    await emitted(
      [
        { number: '4', nickname: 'Gracie' },
        { number: '5', customer_name: 'Grace' },
      ],
      'de-AT',
    );
    expect(await check()).toMatchObject({
      payloads: 5,
      fallingBack: 3,
      locales: [
        {
          locale: 'en',
          payloads: 3,
          fallingBack: 2,
          tags: [
            { tag: 'event.customer_name', payloads: 2 },
            { tag: 'event.number', payloads: 1 },
          ],
        },
        { locale: 'de', payloads: 2, fallingBack: 1, tags: [{ tag: 'event.nickname', payloads: 1 }] },
      ],
      warnings: [
        { code: 'falls_back', locale: 'en', message: expect.stringContaining('2 of the last 3') },
        { code: 'falls_back', locale: 'de', message: expect.stringContaining('event.nickname') },
      ],
    });
  });

  it('looks at the last hundred alone, and is content with none', async () => {
    expect(await check()).toMatchObject({ payloads: 0, fallingBack: 0, warnings: [] });
    await emitted([...Array<object>(3).fill({}), ...Array<object>(100).fill({ number: '1', customer_name: 'Ada' })]);
    expect(await check()).toMatchObject({ payloads: 100, fallingBack: 0 });
  });

  it('refuses what a save refuses', async () => {
    expect(await check({ subject: '{{ event.nobody }}' })).toMatchObject({
      code: 'validation_failed',
      details: { errors: { subject: [expect.any(String)] } },
    });
  });

  it('sees no payload of another platform', async () => {
    await emitted([{}]);
    tenant = await world.tenant();
    expect(await check()).toMatchObject({ code: 'not_found' });
  });
});

describe('a draft that asks for answers', () => {
  let names: NameServer;
  let asking: World;
  beforeAll(async () => {
    names = await startNameServer();
    asking = await createWorld({ DNS_SERVERS: names.address, BOUNCE_HOST: 'bounces.here.dev' });
  });
  afterAll(async () => {
    await asking.close();
    await names.stop();
  });

  const text = { id: 'ask', type: 'text', attrs: { text: 'Is something wrong? Answer this mail.' } };
  const blocks = { ...draft.composition, document: { blocks: [text] } };
  const translations = { de: { 'ask.text': { text: 'Antworten Sie auf diese E-Mail.' } } };
  const asks = { ...draft, subject: 'Order', composition: blocks, translations };

  async function warningsAt(domain: string, changes: object = {}): Promise<readonly unknown[]> {
    const at = await asking.tenant({ name: domain, domain, eventType: 'order.paid' });
    const { data } = await at.ask(checkDocument, { draft: { ...asks, ...changes } });
    return data.templateCheck.warnings;
  }
  const lost = (locale: string, domain: string) => ({
    code: 'answers_lost',
    locale,
    message: expect.stringContaining(`no mail exchanger takes mail for ${domain}`),
  });

  it('is warned of, by language, where no exchanger takes them, or ours alone', async () => {
    names.txt('none.dev', 'v=spf1 -all');
    names.mx('null.dev', [0, '.']);
    names.mx('ours.dev', [10, 'Bounces.here.dev']);
    for (const domain of ['unknown.dev', 'none.dev', 'null.dev', 'ours.dev']) {
      expect(await warningsAt(domain)).toEqual([lost('en', domain), lost('de', domain)]);
    }
    const said = { ask: { ...text, attrs: { text: 'Please do not reply to this email.' } } };
    const polite = { ...blocks, document: { blocks: [said.ask] } };
    expect(await warningsAt('polite.dev', { composition: polite })).toEqual([lost('de', 'polite.dev')]);
  });

  it('is not where an exchanger does, a Reply-To is there, DNS fails, or mail is captured', async () => {
    names.mx('answers.dev', [10, 'bounces.here.dev'], [20, 'mx.answers.dev']);
    names.fail('failing.dev');
    for (const domain of ['answers.dev', 'failing.dev', 'captured.test']) expect(await warningsAt(domain)).toEqual([]);
    expect(await warningsAt('elsewhere.dev', { replyTo: 'help@shop.dev' })).toEqual([]);
    expect(await warningsAt('tagged.dev', { replyTo: '{{ contact.email }}' })).toEqual([]);
  });
});

describe('a save', () => {
  const save = async (changes: object = {}) =>
    (await tenant.ask(saveDocument, { input: { ...draft, ...changes } })).data.templateSave;

  it('warns of HTML over 100 KB, in whichever language, and saves all the same', async () => {
    const long = 'word '.repeat(3_000);
    const blocks = Array.from({ length: 8 }, (_none, n) => ({ id: `t${n}`, type: 'text', attrs: { text: 'Short' } }));
    const de = Object.fromEntries(blocks.map(({ id }) => [`${id}.text`, { text: long }]));
    const composition = { ...draft.composition, document: { blocks } };
    const { check: made } = await save({ composition, translations: { de } });
    expect(made.warnings).toEqual([{ code: 'output_too_large', locale: 'de', message: expect.any(String) }]);
    expect(made.locales[1].htmlBytes).toBeGreaterThan(100 * 1024);
    expect(made.locales[0].htmlBytes).toBeLessThan(100 * 1024);
  });

  it('warns of payloads that would fall back', async () => {
    await emitted([{ number: '1' }]);
    expect((await save()).check.warnings).toMatchObject([{ code: 'falls_back', locale: 'en' }]);
  });

  it('says how far each language is translated', async () => {
    const translations = {
      de: { subject: { text: 'Bestellung', source: 'Older' }, 'title.text': { text: 'Danke' } },
      it: {},
    };
    const { templateVersion } = await save({ translations, acceptOutdated: true });
    expect(templateVersion.coverage).toEqual([
      { locale: 'de', texts: 3, translated: 1, missing: ['preheader'], outdated: ['subject'] },
      { locale: 'it', texts: 3, translated: 0, missing: ['subject', 'preheader', 'title.text'], outdated: [] },
    ]);
  });
});

it.runIf(everyWay)(
  'tries as many languages of a very large template as its time allows, and names the others',
  async () => {
    const blocks = Array.from({ length: 18 }, (_none, n) => ({
      id: `b${n}`,
      type: 'html',
      attrs: { html: `<p>${'word '.repeat(19_990)}</p>` },
    }));
    const languages = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'da', 'sv'];
    const translations = Object.fromEntries(languages.map((language) => [language, { subject: { text: language } }]));
    const composition = { editorVersion: 3, target: 'email', document: { blocks } };
    const { locales, warnings } = await check({ composition, translations });
    const untried = warnings.filter(({ code }: { code: string }) => code === 'not_tried');
    const tried = locales.map(({ locale }: { locale: string }) => locale);
    expect(tried[0]).toBe('en');
    expect(untried.length).toBeGreaterThan(0);
    expect([...tried, ...untried.map(({ locale }: { locale: string }) => locale)]).toEqual(['en', ...languages]);
  },
);
