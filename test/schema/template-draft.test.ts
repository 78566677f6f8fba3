/** Drafts: stored with their faults, published against the version they began from, and never lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { createTemplateDraft } from '../../src/templates/drafts/create-template-draft.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const draftFields = `id name revision baseVersion subject fromLocalPart displayName replyTo locale composition translations
  savedBy { apiKeyId name } eventType { name }`;
const checkFields =
  'check { faults { path messages } outdated { path } currentVersion baseIsCurrent trial { payloads } }';
const createDocument = `mutation ($eventType: String!, $input: TemplateDraftCreateInput!) {
  templateDraftCreate(eventType: $eventType, input: $input) { templateDraft { ${draftFields} } ${checkFields} }
}`;
const saveDocument = `mutation ($id: ID!, $input: TemplateDraftSaveInput!) {
  templateDraftSave(id: $id, input: $input) { templateDraft { ${draftFields} } ${checkFields} }
}`;
const publishDocument = `mutation ($id: ID!, $input: TemplateDraftPublishInput) {
  templateDraftPublish(id: $id, input: $input) {
    created templateVersion { version subject note restoredFrom savedBy { apiKeyId } }
  }
}`;
const deleteDocument = 'mutation ($id: ID!) { templateDraftDelete(id: $id) { deletedTemplateDraftId } }';
const findDocument = `query ($id: ID!) { templateDraft(id: $id) { ${draftFields} } }`;

const heading = { id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.name }}' } };
const composition = { editorVersion: 3, target: 'email', document: { blocks: [heading] } };
const content = { subject: 'First', fromLocalPart: 'orders', composition };
const eventType = 'order.paid';

let world: World;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  world = await createWorld();
  stranger = await world.tenant();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  const fields = [{ name: 'name', type: 'string' }];
  await saveEventType(tenant.ctx, { name: eventType, input: { fields } });
});

const create = async (input: object = {}) => {
  const { data, refusal, errors } = await tenant.ask(createDocument, { eventType, input: { name: 'Mine', ...input } });
  if (refusal === null) expect(errors).toEqual([]);
  return { refusal, ...data.templateDraftCreate };
};
const publish = async (id: string, input: object = {}) => {
  const { data, refusal } = await tenant.ask(publishDocument, { id, input });
  return { refusal, ...data.templateDraftPublish };
};
const find = async (id: string) => (await tenant.ask(findDocument, { id })).data.templateDraft;
const live = async () =>
  (await tenant.ask(`{ eventType(name: "${eventType}") { template { version subject } } }`)).data.eventType.template;

describe('a draft', () => {
  it('is stored with its faults and gaps, and names them', async () => {
    const broken = { ...heading, attrs: { text: '{{ event.nme }}', level: 9 } };
    const document = { blocks: [broken] };
    const { templateDraft, check } = await create({
      content: {
        composition: { ...composition, document },
        translations: { de: { subject: { text: 'x', source: 'y' } } },
      },
    });
    expect(templateDraft).toMatchObject({
      name: 'Mine',
      revision: 1,
      baseVersion: null,
      subject: null,
      composition: { ...composition, document },
      savedBy: { apiKeyId: tenant.apiKeyId },
      eventType: { name: eventType },
    });
    expect(check.faults.map(({ path }: { path: string }) => path).sort()).toEqual([
      'composition.document.blocks.0.attrs.level',
      'fromLocalPart',
      'subject',
    ]);
    expect(check).toMatchObject({ currentVersion: null, baseIsCurrent: true, trial: null });
    expect((await publish(templateDraft.id)).refusal).toMatchObject({
      code: 'validation_failed',
      details: { errors: { subject: [expect.any(String)] } },
    });
    expect(await find(templateDraft.id)).toEqual(templateDraft);
    expect(await live()).toBeNull();
  });

  it('begins as a copy of the live version, and becomes the next one', async () => {
    await saveTemplate(tenant.ctx, { eventType, input: content });
    const { templateDraft } = await create();
    expect(templateDraft).toMatchObject({
      ...content,
      baseVersion: 1,
      revision: 1,
      displayName: null,
      translations: {},
    });
    const { id } = templateDraft;
    const changed = { ...content, subject: 'Second {{ event.name }}' };
    const { data } = await tenant.ask(saveDocument, { id, input: { revision: 1, content: changed } });
    expect(data.templateDraftSave.templateDraft).toMatchObject({ revision: 2, subject: changed.subject, name: 'Mine' });
    expect(data.templateDraftSave.check).toMatchObject({ faults: [], baseIsCurrent: true, trial: { payloads: 0 } });
    expect(await live()).toMatchObject({ version: 1 });
    const published = await publish(id, { revision: 2, note: '  Says the name. ' });
    expect(published).toMatchObject({
      created: false,
      templateVersion: {
        version: 2,
        subject: changed.subject,
        note: 'Says the name.',
        restoredFrom: null,
        savedBy: { apiKeyId: tenant.apiKeyId },
      },
    });
    expect((await tenant.ask(findDocument, { id })).refusal?.code).toBe('not_found');
    expect(await live()).toEqual({ version: 2, subject: changed.subject });
  });

  it('is not published over a newer version, and is not lost', async () => {
    await saveTemplate(tenant.ctx, { eventType, input: content });
    const { templateDraft } = await create({ content: { ...content, subject: 'Mine' } });
    const { id } = templateDraft;
    await saveTemplate(tenant.ctx, { eventType, input: { ...content, subject: 'Theirs' } });
    const { refusal } = await publish(id);
    expect(refusal).toMatchObject({
      code: 'version_conflict',
      details: { errors: { baseVersion: [expect.any(String)] } },
    });
    expect(await find(id)).toEqual(templateDraft);
    const check = await tenant.ask(
      'query ($id: ID!) { templateDraftCheck(id: $id) { baseIsCurrent currentVersion } }',
      {
        id,
      },
    );
    expect(check.data.templateDraftCheck).toEqual({ baseIsCurrent: false, currentVersion: 2 });
    await tenant.ask(saveDocument, { id, input: { baseVersion: 2 } });
    expect((await publish(id)).templateVersion).toMatchObject({ version: 3, subject: 'Mine' });
  });

  it('that began without a template is not published over the first version', async () => {
    const { templateDraft } = await create({ content });
    await saveTemplate(tenant.ctx, { eventType, input: { ...content, subject: 'Theirs' } });
    expect((await publish(templateDraft.id)).refusal?.code).toBe('version_conflict');
    expect(await live()).toMatchObject({ version: 1, subject: 'Theirs' });
  });

  it('of two authors keeps the work of the first who saves', async () => {
    const { templateDraft } = await create({ content });
    const { id } = templateDraft;
    const answers = await Promise.all(
      ['A', 'B'].map((subject) =>
        tenant.ask(saveDocument, { id, input: { revision: 1, content: { ...content, subject } } }),
      ),
    );
    expect(answers.flatMap(({ refusal }) => (refusal ? [refusal] : []))).toMatchObject([
      { code: 'version_conflict', details: { errors: { revision: [expect.any(String)] } } },
    ]);
    expect((await publish(id, { revision: 1 })).refusal?.code).toBe('version_conflict');
    expect(await find(id)).toMatchObject({ revision: 2 });
  });

  it('is published once when two requests race', async () => {
    const { templateDraft } = await create({ content });
    const answers = await Promise.all([publish(templateDraft.id), publish(templateDraft.id)]);
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    expect(await live()).toMatchObject({ version: 1 });
  });

  it('needs consent to publish outdated translations', async () => {
    const translations = { de: { subject: { text: 'Erste', source: 'Another' } } };
    const { templateDraft, check } = await create({ content: { ...content, translations } });
    expect(check).toMatchObject({ faults: [], outdated: [{ path: 'translations.de.subject' }] });
    expect((await publish(templateDraft.id)).refusal?.code).toBe('translations_outdated');
    expect((await publish(templateDraft.id, { acceptOutdated: true })).created).toBe(true);
  });

  it('can be previewed, and compared with its base', async () => {
    await saveTemplate(tenant.ctx, { eventType, input: content });
    const { templateDraft } = await create({ content: { ...content, subject: 'Mine' } });
    const { data, errors } = await tenant.ask(
      `query ($id: ID!) {
        templatePreview(eventType: "${eventType}", input: { draftId: $id }) { subject }
        templateDraftDiff(id: $id) { texts { change fieldId before after } blocks { blockId } values { path } }
      }`,
      { id: templateDraft.id },
    );
    expect(errors).toEqual([]);
    expect(data.templatePreview).toEqual({ subject: 'Mine' });
    expect(data.templateDraftDiff).toEqual({
      texts: [{ change: 'changed', fieldId: 'subject', before: 'First', after: 'Mine' }],
      blocks: [],
      values: [],
    });
  });

  it('is deleted for good, with its event type too', async () => {
    const one = (await create()).templateDraft.id;
    expect((await tenant.ask(deleteDocument, { id: one })).data.templateDraftDelete).toEqual({
      deletedTemplateDraftId: one,
    });
    expect((await tenant.ask(deleteDocument, { id: one })).refusal?.code).toBe('not_found');
    const other = (await create()).templateDraft.id;
    await tenant.ask(`mutation { eventTypeDelete(name: "${eventType}") { deletedEventTypeName } }`);
    expect((await tenant.ask(findDocument, { id: other })).refusal?.code).toBe('not_found');
  });

  it('of another platform answers as one that does not exist', async () => {
    const { id } = (await create({ content })).templateDraft;
    const variables = { id, input: { name: 'Taken' } };
    expect((await stranger.ask(findDocument, { id })).refusal?.code).toBe('not_found');
    expect((await stranger.ask(saveDocument, variables)).refusal?.code).toBe('not_found');
    expect((await stranger.ask(publishDocument, { id })).refusal?.code).toBe('not_found');
    expect((await stranger.ask(deleteDocument, { id })).refusal?.code).toBe('not_found');
    expect(await find(id)).toMatchObject({ revision: 1, name: 'Mine' });
  });
});

describe('the limits of drafts', () => {
  it('are 50 of one event type, whoever races', async () => {
    const input = { name: 'One of many' };
    for (let n = 0; n < 47; n += 1) await createTemplateDraft(tenant.ctx, { eventType, input });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.filter(({ refusal }) => refusal?.code === 'draft_ceiling_reached')).toHaveLength(3);
    const { data } = await tenant.ask(
      `{ templateDrafts(eventType: "${eventType}") { totalCount nodes { name } pageInfo { hasNextPage } } }`,
    );
    expect([data.templateDrafts.totalCount, data.templateDrafts.nodes.length]).toEqual([50, 50]);
  });

  it('hold for names, bases and bytes, and for what a database cannot store', async () => {
    expect((await create({ name: ' ' })).refusal?.details.errors).toHaveProperty('name');
    expect((await create({ name: 'x'.repeat(129) })).refusal?.details.errors).toHaveProperty('name');
    expect((await create({ baseVersion: 1 })).refusal?.details.errors).toHaveProperty('baseVersion');
    const large = { translations: { de: { subject: { text: 'x'.repeat(2 * 1024 * 1024) } } } };
    expect((await create({ content: large })).refusal?.code).toBe('payload_too_large');
    const unstorable = { composition: { document: { blocks: ['\0'] } } };
    expect(Object.keys((await create({ content: unstorable })).refusal?.details.errors ?? {})).toEqual([
      'content.composition.document.blocks.0',
    ]);
  });

  it('end a page with content early', async () => {
    const text = 'x'.repeat(1_900_000);
    for (let n = 0; n < 6; n += 1) {
      await createTemplateDraft(tenant.ctx, { eventType, input: { name: `${n}`, content: { composition: { text } } } });
    }
    const list = `query ($after: String) {
      templateDrafts(eventType: "${eventType}", after: $after) { nodes { name composition } pageInfo { endCursor } }
    }`;
    const first = (await tenant.ask(list)).data.templateDrafts;
    const { data } = await tenant.ask(list, { after: first.pageInfo.endCursor });
    const names = (page: { nodes: { name: string }[] }) => page.nodes.map(({ name }) => name);
    expect([names(first), names(data.templateDrafts)]).toEqual([
      ['5', '4', '3', '2'],
      ['1', '0'],
    ]);
  });
});
