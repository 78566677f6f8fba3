/** Entity tags (docs/rules.md#preconditions): reads that the client has already, and writes on a condition. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { fields, makeEventType, template } from './harness/samples.ts';

const acme = await openPlatform();
let made = 0;
let name = '';
const ask = (id: string, headers: Record<string, string> = {}, call: object = {}) =>
  acme.ask(id, { path: { name, version: 1 }, headers, ...call });
const saveType = (condition: string, body: object = { fields: [fields[0], { ...fields[1], fallback: `${made++}` }] }) =>
  ask('saveEventType', { 'if-match': condition }, { body });
const saveTemplate = (condition: string, subject = `Order ${made++}`) =>
  ask('saveTemplate', { 'if-match': condition }, { body: { ...template, subject } });
const outcome = ({ status, body }: { status: number; body: { code?: string } | null }) => [status, body?.code];
const refused = [412, 'precondition_failed'];

beforeEach(async () => {
  name = `type-${made++}`;
  await makeEventType(acme, name);
});

describe.each(['getEventType', 'getTemplate'])('%s', (id) => {
  it('has a tag, with which the same state is not sent again', async () => {
    const first = await ask(id);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9A-Z-]+"$/);
    expect(first.body.data).not.toHaveProperty('etag');
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await ask(id, { 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')], known).toEqual([304, null, tag]);
    }
  });

  it('is sent whole to a client that has another state, or names none', async () => {
    const { headers } = await ask(id);
    for (const known of ['"other"', tagOf(headers).slice(1, -1), ''])
      expect((await ask(id, { 'if-none-match': known })).status, known).toBe(200);
    await (id === 'getTemplate' ? saveTemplate('*') : saveType('*'));
    const changed = await ask(id, { 'if-none-match': tagOf(headers) });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
  });
});

const tagOf = (headers: Headers) => headers.get('etag') ?? '';

describe('a write on a condition', () => {
  it('changes the state that was read, and gives the tag of the next one', async () => {
    const read = tagOf((await ask('getEventType')).headers);
    const saved = await saveType(read);
    expect(saved.status).toBe(200);
    expect(tagOf(saved.headers)).toBe(tagOf((await ask('getEventType')).headers));
    const before = await ask('getTemplate');
    const after = await saveTemplate(`"other", ${tagOf(before.headers)}`);
    expect([after.status, after.body.data.version]).toEqual([200, 2]);
    const restored = await ask('restoreTemplateVersion', { 'if-match': tagOf(after.headers) });
    expect([restored.status, restored.body.data]).toMatchObject([200, { version: 3, restored_from: 1 }]);
    expect(tagOf(restored.headers)).toBe(tagOf((await ask('getTemplate')).headers));
    const type = tagOf((await ask('getEventType')).headers);
    expect((await ask('deleteEventType', { 'if-match': type })).status).toBe(204);
  });

  it('is rejected once another has changed the state, and writes nothing', async () => {
    const type = tagOf((await ask('getEventType')).headers);
    const mail = tagOf((await ask('getTemplate')).headers);
    await saveType('*');
    await saveTemplate('*');
    const now = [(await ask('getEventType')).body, (await ask('getTemplate')).body];
    expect(outcome(await saveType(type))).toEqual(refused);
    expect(outcome(await saveTemplate(mail))).toEqual(refused);
    expect(outcome(await ask('restoreTemplateVersion', { 'if-match': mail }))).toEqual(refused);
    expect(outcome(await ask('deleteEventType', { 'if-match': type }))).toEqual(refused);
    expect([(await ask('getEventType')).body, (await ask('getTemplate')).body]).toEqual(now);
  });

  it('decides between many that race: one is written', async () => {
    const read = tagOf((await ask('getEventType')).headers);
    const answers = await Promise.all(Array.from({ length: 10 }, () => saveType(read)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
    const mail = tagOf((await ask('getTemplate')).headers);
    const saves = await Promise.all(Array.from({ length: 10 }, () => saveTemplate(mail)));
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await ask('getTemplate')).body.data.version).toBe(2);
  });

  it('takes no weak tag, and needs a state for *', async () => {
    const { headers } = await ask('getEventType');
    expect(outcome(await saveType(`W/${tagOf(headers)}`))).toEqual(refused);
    expect((await saveType('*')).status).toBe(200);
    name = `new-${made++}`;
    expect(outcome(await saveType('*'))).toEqual(refused);
    expect((await ask('getEventType')).status).toBe(404);
    await makeEventType(acme, name, { withTemplate: false });
    expect(outcome(await saveTemplate('*'))).toEqual(refused);
  });

  it('comes before the conflict of base_version, which stays as it was', async () => {
    const { headers } = await ask('getTemplate');
    await saveTemplate(tagOf(headers));
    const body = { ...template, subject: 'Late', base_version: 1 };
    expect(outcome(await ask('saveTemplate', { 'if-match': tagOf(headers) }, { body }))).toEqual(refused);
    expect(outcome(await ask('saveTemplate', {}, { body }))).toEqual([409, 'version_conflict']);
  });

  it('with a header that is no list of tags is rejected under its name', async () => {
    for (const condition of ['abc', '"a" "b"', '"a', '', Array.from({ length: 21 }, (_, at) => `"${at}"`).join()]) {
      const { status, body } = await saveType(condition);
      expect([status, Object.keys(body.errors)], condition).toEqual([422, ['If-Match']]);
    }
    const both = await saveType('abc', { fields: 1 });
    expect(Object.keys(both.body.errors).toSorted()).toEqual(['If-Match', 'fields']);
  });
});
