import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { type Answer, createWorld, type Tenant, type World } from '../support/world.ts';

const version = `templateVersion {
  id version subject fromLocalPart displayName replyTo locale composition translations
  variables { event contact system } restoredFrom createdAt
}`;
const saveDocument = `mutation ($eventType: String!, $input: TemplateSaveInput!) {
  templateSave(eventType: $eventType, input: $input) { created ${version} }
}`;
const restoreDocument = `mutation ($eventType: String!, $version: Int!) {
  templateRestore(eventType: $eventType, version: $version) { ${version} }
}`;
const findDocument = 'query ($eventType: String!) { template(eventType: $eventType) { version subject restoredFrom } }';
const listDocument = `query ($eventType: String!, $after: String) {
  templateVersions(eventType: $eventType, after: $after) {
    edges { node { version restoredFrom } } pageInfo { hasNextPage endCursor }
  }
}`;
const typeDocument = `mutation ($name: String!, $fields: JSON!) {
  eventTypeSave(name: $name, input: { fields: $fields }) { eventType { fields } }
}`;

const customer = { name: 'customer_name', type: 'string', required: true };
const total = { name: 'total', type: 'number', required: false };
const composition = {
  editorVersion: 3,
  target: 'email',
  document: {
    settings: { preheader: 'Your order' },
    theme: {},
    blocks: [
      { id: 'h', type: 'heading', attrs: { text: 'Thank you, {{ event.customer_name }}' } },
      { id: 't', type: 'text', attrs: { text: 'From {{ system.workspace_name }} to {{ contact.email }}' } },
    ],
  },
};
const content = { subject: 'Order of {{ event.customer_name }}', fromLocalPart: 'orders', composition };
const eventType = 'order.paid';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  await tenant.askAsRest(typeDocument, { name: eventType, fields: [customer, total] });
});

const save = (changes: object = {}) => tenant.ask(saveDocument, { eventType, input: { ...content, ...changes } });
const restore = (wanted: number) => tenant.ask(restoreDocument, { eventType, version: wanted });
const versionsOf = async () => {
  const { data } = await tenant.ask(listDocument, { eventType });
  return data.templateVersions.edges.map(({ node }: { node: { version: number } }) => node.version);
};

describe('saving a template', () => {
  it('writes the first version with what it reads', async () => {
    expect((await tenant.ask(findDocument, { eventType })).refusal?.code).toBe('not_found');
    const { data } = await save();
    expect(data.templateSave.created).toBe(true);
    expect(data.templateSave.templateVersion).toMatchObject({
      version: 1,
      subject: content.subject,
      fromLocalPart: 'orders',
      displayName: null,
      replyTo: null,
      locale: 'en',
      composition,
      translations: {},
      variables: { event: ['customer_name'], contact: ['email'], system: ['workspace_name'] },
      restoredFrom: null,
      createdAt: world.now(),
    });
  });

  it('counts on for what differs and writes nothing for what does not', async () => {
    const first = (await save({ displayName: 'Shop' })).data.templateSave;
    const again = (await save({ displayName: 'Shop', locale: 'en', translations: {}, replyTo: null })).data
      .templateSave;
    expect(again).toEqual({ ...first, created: false });
    const changed = (await save({ fromLocalPart: 'billing' })).data.templateSave;
    expect([changed.created, changed.templateVersion.version]).toEqual([false, 2]);
    expect(await versionsOf()).toEqual([2, 1]);
    expect((await tenant.ask(findDocument, { eventType })).data.template.version).toBe(2);
  });

  it('uses each version number once when twenty saves race', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => save({ subject: `Subject ${index}` })));
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.filter(({ data }) => data.templateSave.created)).toHaveLength(1);
    expect(await versionsOf()).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
  });

  it('lets one of two saves from the same base through', async () => {
    await save();
    const answers = await Promise.all(['A', 'B'].map((subject) => save({ subject, baseVersion: 1 })));
    const refused = answers.flatMap(({ refusal }) => (refusal ? [refusal] : []));
    expect(refused).toMatchObject([
      { code: 'version_conflict', details: { errors: { baseVersion: [expect.any(String)] } } },
    ]);
    expect(await versionsOf()).toEqual([2, 1]);
    expect((await save({ subject: 'C', baseVersion: 9 })).refusal).toMatchObject({
      code: 'validation_failed',
      details: { errors: { baseVersion: [expect.any(String)] } },
    });
    expect((await save({ subject: 'C', baseVersion: 2 })).data.templateSave.templateVersion.version).toBe(3);
  });

  it('gives a translation without source back with null, and writes nothing when it is saved again in either form', async () => {
    const bare = { de: { 'h.text': { text: 'Danke' }, subject: { text: 'Betreff', source: null } } };
    const whole = { de: { 'h.text': { text: 'Danke', source: null }, subject: { text: 'Betreff', source: null } } };
    const saved = (await save({ translations: bare })).data.templateSave.templateVersion;
    expect(saved.translations).toEqual(whole);
    for (const translations of [bare, whole]) {
      const again = (await save({ translations })).data.templateSave.templateVersion;
      expect([again.version, again.translations]).toEqual([saved.version, whole]);
    }
    // As versions of old have it.
    await world.app.db.pool.query('UPDATE template_versions SET translations = $1 WHERE id = $2', [
      JSON.stringify(bare),
      saved.id,
    ]);
    for (const translations of [bare, whole]) {
      const again = (await save({ translations })).data.templateSave.templateVersion;
      expect([again.version, again.translations]).toEqual([saved.version, whole]);
    }
  });

  it('refuses outdated translations unless they are accepted', async () => {
    const translations = { de: { 'h.text': { text: 'Danke', source: 'Thanks' } } };
    const { refusal } = await save({ translations });
    expect(refusal).toMatchObject({
      code: 'translations_outdated',
      details: { errors: { 'translations.de.h.text': [expect.any(String)] } },
    });
    expect(await versionsOf()).toEqual([]);
    const accepted = (await save({ translations, acceptOutdated: true })).data.templateSave.templateVersion;
    expect(accepted.translations).toEqual(translations);
    expect((await save({ translations })).data.templateSave.templateVersion.version).toBe(1);
  });

  it.each([
    ['subject', { subject: '' }],
    ['subject', { subject: '{{ event.nobody }}' }],
    ['fromLocalPart', { fromLocalPart: '' }],
    ['fromLocalPart', { fromLocalPart: 'two words' }],
    ['fromLocalPart', { fromLocalPart: 'a@b' }],
    ['fromLocalPart', { fromLocalPart: '{{event.total}}' }],
    ['fromLocalPart', { fromLocalPart: 'a'.repeat(65) }],
    ['displayName', { displayName: 'a'.repeat(256) }],
    ['displayName', { displayName: 'a\r\nBcc: b' }],
    ['replyTo', { replyTo: `a@${'b'.repeat(319)}.c` }],
    ['replyTo', { replyTo: 'nobody' }],
    ['locale', { locale: 'not a locale' }],
    ['locale', { locale: `en-${'a'.repeat(33)}` }],
    ['baseVersion', { baseVersion: 0 }],
    ['composition', { composition: 'x' }],
    ['composition.editorVersion', { composition: { ...composition, editorVersion: 2 } }],
    [
      'composition.document.theme.font_family',
      {
        composition: { ...composition, document: { ...composition.document, theme: { font_family: 'a\0' } } },
      },
    ],
  ])('refuses a wrong %s under its path', async (path, changes) => {
    const { refusal } = await save(changes);
    expect(refusal?.code).toBe('validation_failed');
    expect(Object.keys(refusal?.details.errors ?? {})).toContain(path);
    expect(await versionsOf()).toEqual([]);
  });

  it('refuses JSON that nests without end', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect((await save({ translations: { de: deep } })).refusal?.code).toBe('validation_failed');
  });
});

describe('a field that the template reads', () => {
  it('cannot be dropped, and the refusal names the reader', async () => {
    await save();
    const { refusal } = await tenant.askAsRest(typeDocument, { name: eventType, fields: [total] });
    expect(refusal?.code).toBe('validation_failed');
    const messages = refusal?.details.errors?.fields?.join('\n');
    expect(messages).toContain('composition.document.blocks.0.attrs.text');
    expect(messages).toContain('event.customer_name');
    expect((await tenant.askAsRest(typeDocument, { name: eventType, fields: [customer] })).refusal).toBeNull();
  });

  it('can be dropped once the template no longer reads it; then the older version cannot come back', async () => {
    await save();
    await save({ subject: 'Thanks', composition: { ...composition, document: { blocks: [] } } });
    expect((await tenant.askAsRest(typeDocument, { name: eventType, fields: [] })).refusal).toBeNull();
    expect((await restore(1)).refusal).toMatchObject({
      code: 'validation_failed',
      details: { errors: { version: expect.arrayContaining([expect.stringContaining('customer_name')]) } },
    });
  });
});

describe('restoring a version', () => {
  it('writes its content as the next version', async () => {
    const first = (await save({ displayName: 'Shop' })).data.templateSave.templateVersion;
    await save({ subject: 'Other' });
    world.advance(1_000);
    const { templateVersion } = (await restore(1)).data.templateRestore;
    const { id, ...restored } = templateVersion;
    expect(id).not.toBe(first.id);
    expect(restored).toEqual({ ...first, id: undefined, version: 3, restoredFrom: 1, createdAt: world.now() });
    expect(await versionsOf()).toEqual([3, 2, 1]);
  });

  it('writes nothing for the current version', async () => {
    const { id } = (await save()).data.templateSave.templateVersion;
    expect((await restore(1)).data.templateRestore.templateVersion).toMatchObject({ id, restoredFrom: null });
    expect(await versionsOf()).toEqual([1]);
  });

  it('answers an unknown version with not_found', async () => {
    await save();
    for (const unknown of [0, -1, 2, 2 ** 31 - 1]) expect((await restore(unknown)).refusal?.code).toBe('not_found');
  });
});

it('lists versions in pages of 50, newest first', async () => {
  for (let made = 1; made <= 51; made += 1) await save({ subject: `Subject ${made}` });
  const first = (await tenant.ask(listDocument, { eventType })).data.templateVersions;
  expect(first.edges.map(({ node }: { node: { version: number } }) => node.version).slice(0, 2)).toEqual([51, 50]);
  expect(first.edges).toHaveLength(50);
  const second = await tenant.ask(listDocument, { eventType, after: first.pageInfo.endCursor });
  expect(second.data.templateVersions.edges).toEqual([{ node: { version: 1, restoredFrom: null } }]);
});

it('refuses more than two megabytes, as the other door does', async () => {
  const translations = { de: { subject: { text: 'x', source: 'y'.repeat(2 * 1024 * 1024) } } };
  expect((await save({ translations })).refusal?.code).toBe('payload_too_large');
});

it.runIf(everyWay)('ends a page of versions with their content at eight megabytes, and leads on', async () => {
  const blocks = Array.from({ length: 15 }, (_none, n) => ({
    id: `b${n}`,
    type: 'html',
    attrs: { html: `<p>${'word '.repeat(19_990)}</p>` },
  }));
  for (let made = 1; made <= 8; made += 1) {
    await save({
      subject: `Subject ${made}`,
      composition: { editorVersion: 3, target: 'email', document: { blocks } },
    });
  }
  const document = `query ($after: String) {
    templateVersions(eventType: "${eventType}", after: $after) {
      edges { node { version composition coverage { locale } } } pageInfo { hasNextPage endCursor }
    }
  }`;
  const numbers: number[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const answer: Answer = await tenant.ask(document, { after });
    const { edges, pageInfo } = answer.data.templateVersions;
    numbers.push(...edges.map(({ node }: { node: { version: number } }) => node.version));
    sizes.push(JSON.stringify(edges).length);
    after = pageInfo.endCursor;
    more = pageInfo.hasNextPage;
  }
  expect(numbers).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(9_000_000);
});

it("answers another platform's template as one that does not exist", async () => {
  await save();
  const owner = tenant;
  tenant = await world.tenant();
  const asked = [
    await save(),
    await restore(1),
    await tenant.ask(findDocument, { eventType }),
    await tenant.ask(listDocument, { eventType }),
  ];
  expect(asked.map(({ refusal }) => refusal?.code)).toEqual(Array(4).fill('not_found'));
  expect((await owner.ask(findDocument, { eventType })).data.template.version).toBe(1);
});
