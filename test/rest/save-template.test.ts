import { beforeEach, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'stays');
let made = 0;
let name = '';
const save = (change: object = {}) => acme.ask('saveTemplate', { path: { name }, body: { ...template, ...change } });

beforeEach(async () => {
  name = `type-${++made}`;
  await makeEventType(acme, name, { withTemplate: false });
});

refusesAsUsual('saveTemplate', acme, () => ({ path: { name: 'stays' }, body: template }));

describe('a save', () => {
  it('writes the first version, then the next', async () => {
    const first = await save();
    expect([first.status, first.body.data]).toMatchObject([201, { ...template, version: 1, restored_from: null }]);
    const second = await save({ subject: 'Shipped', reply_to: 'help@example.com', locale: 'en-GB' });
    expect([second.status, second.body.data]).toMatchObject([
      200,
      { version: 2, subject: 'Shipped', reply_to: 'help@example.com', locale: 'en-GB' },
    ]);
    expect((await acme.ask('getTemplate', { path: { name } })).body).toEqual(second.body);
  });

  it('of the same content writes nothing', async () => {
    const first = await save();
    const again = await save();
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('of the same content with its keys in another order writes nothing either', async () => {
    const translations = {
      fr: { subject: { text: 'Commande', source: null } },
      de: { subject: { text: 'Bestellung' } },
    };
    const first = await save({ translations });
    const turned = JSON.parse(JSON.stringify({ ...template, translations }), (_key, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    const again = await acme.ask('saveTemplate', { path: { name }, body: turned });
    expect([again.status, again.body.data.version]).toEqual([200, first.body.data.version]);
    const reordered = { ...template.composition.document.blocks[0], id: 'other' };
    const blocks = [...template.composition.document.blocks, reordered];
    const document = { ...template.composition.document, blocks };
    expect((await save({ composition: { ...template.composition, document } })).body.data.version).toBe(2);
    // The order of the blocks says something.
    const back = { ...document, blocks: blocks.toReversed() };
    expect((await save({ composition: { ...template.composition, document: back } })).body.data.version).toBe(3);
  });

  it('takes texts of the length of their limits', async () => {
    const change = {
      display_name: 'x'.repeat(255),
      reply_to: `${'x'.repeat(64)}@${'y'.repeat(255)}`,
      locale: 'en-x-12345678-12345678-12345678-abc',
      base_version: null,
    };
    expect([change.reply_to.length, change.locale.length]).toEqual([320, 35]);
    const { base_version: _, ...kept } = change;
    expect(await save(change)).toMatchObject({ status: 201, body: { data: kept } });
    expect((await save({ base_version: 1, display_name: null, reply_to: null })).body.data).toMatchObject({
      version: 2,
      display_name: null,
      reply_to: null,
    });
  });

  it('that began from a version that there is not is refused', async () => {
    await save();
    const { status, body } = await save({ subject: 'Second', base_version: 2 });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation_failed', ['base_version']]);
  });

  it('that began from an older version is refused', async () => {
    await save();
    expect((await save({ subject: 'Second', base_version: 1 })).body.data.version).toBe(2);
    const { status, body } = await save({ subject: 'Late', base_version: 1 });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([409, 'version_conflict', ['base_version']]);
    expect((await save({ subject: 'Later', base_version: null })).body.data.version).toBe(3);
  });

  it('keeps translations, and refuses those of a text that has changed', async () => {
    const source = template.subject;
    const german = { de: { subject: { text: 'Bestellung {{ event.order_number }}', source } } };
    expect((await save({ translations: german })).body.data.translations).toEqual(german);
    const { status, body } = await save({ subject: 'New', translations: german });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      422,
      'translations_outdated',
      ['translations.de.subject'],
    ]);
    const accepted = await save({ subject: 'New', translations: german, accept_outdated: true });
    expect([accepted.status, accepted.body.data.version]).toEqual([200, 2]);
  });
});

describe('faults', () => {
  it('of the shape are told by their paths', async () => {
    const { status, body } = await save({
      from_local_part: undefined,
      display_name: 'x'.repeat(256),
      reply_to: 'x'.repeat(321),
      locale: 'x'.repeat(36),
      base_version: 0,
      composition: { editorVersion: 2, target: 'sms', document: {} },
      translations: { de: { subject: { txt: 'x' } } },
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        from_local_part: ['is required'],
        display_name: ['must have at most 255 characters'],
        reply_to: ['must have at most 320 characters'],
        locale: expect.any(Array),
        base_version: ['must be at least 1'],
        'composition.editorVersion': ['must be 3'],
        'composition.target': ['must be email'],
        'composition.document.blocks': ['is required'],
        'translations.de.subject.text': ['is required'],
        'translations.de.subject.txt': ['is not a known field; did you mean `text`?'],
      },
    ]);
  });

  it('of what it says too', async () => {
    const blocks = (...list: object[]) => ({
      composition: { ...template.composition, document: { settings: {}, theme: {}, blocks: list } },
    });
    const heading = { id: 'a', type: 'heading', attrs: { text: 'Hi', level: 1 } };
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ from_local_part: 'a b' }, /^from_local_part$/],
      [{ display_name: '{{ event.nobody }}' }, /^display_name$/],
      [{ subject: '{{ event.order_number | shout }}' }, /^subject$/],
      [{ subject: '{{ event.order_number' }, /^subject$/],
      [{ translations: { de: { nothing: { text: 'x' } } } }, /^translations\.de\.nothing$/],
      [blocks(heading, heading), /^composition\.document\.blocks\.1/],
      [blocks({ ...heading, type: 'hologram' }), /^composition\.document\.blocks\.0/],
      [blocks({ ...heading, attrs: { ...heading.attrs, colour: 'red' } }), /^composition\.document\.blocks\.0\.attrs/],
    ];
    for (const [change, path] of cases) {
      const { status, body } = await save(change);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change)).toEqual([
        422,
        [expect.stringMatching(path)],
      ]);
    }
    expect((await acme.ask('getTemplate', { path: { name } })).status).toBe(404);
  });

  it('of the name are those of the type', async () => {
    expect((await acme.ask('saveTemplate', { path: { name: 'none' }, body: template })).status).toBe(404);
    const { status, body } = await acme.ask('saveTemplate', { path: { name: '-bad' }, body: template });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  });
});
