import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readStarter } from '../../emails/starters/starter.ts';
import type { RunningService } from '../../src/local/ask-service.ts';
import { pullEmail } from '../../src/local/pull-email.ts';
import { type Push, pushEmail } from '../../src/local/push-email.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let running: TestService;
let backend: Backend;
let service: RunningService;
let folder: string;
let file: string;
let said: string[];

beforeAll(async () => {
  running = await startTestService();
  backend = await running.platform('Acme');
  const url = running.service.url ?? '';
  service = { baseUrl: `${url}/v1`, graphqlUrl: `${url}/graphql`, apiKey: backend.apiKey };
  folder = await mkdtemp(join(tmpdir(), 'tidings-emails-'));
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  said = [];
  file = join(folder, 'receipt.json');
  await cp(fileURLToPath(new URL('../../emails/starters/receipt.json', import.meta.url)), file);
});

const print = (line: string) => void said.push(line);
const push = (eventType: string, more: Partial<Push> = {}) =>
  pushEmail(service, { file, eventType, acceptOutdated: false, withFields: false, ...more }, print);
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const change = async (path: string, edit: (text: string) => string) =>
  writeFile(path, edit(await readFile(path, 'utf8')));

it('saves a starter, with the event type that it needs, and says how far it is translated', async () => {
  await push('order.paid');
  expect(said).toEqual([
    'order.paid is at version 1.',
    'The event type order.paid is new, with the fields and examples of the file.',
    ...['ar', 'de', 'es', 'fr', 'ja'].map((locale) => `${locale}: 16 of 16 texts`),
  ]);
  const { body } = await backend.rest('GET', '/event-types/order.paid/template');
  expect(body.data.composition).toEqual((await readJson(file)).template.composition);
  await push('order.paid');
  expect(said).toContain('order.paid is at version 1.');
});

it('leaves the fields of an event type alone unless it is told to change them', async () => {
  await backend.rest('PUT', '/event-types/order.other', { fields: [] });
  await expect(push('order.other')).rejects.toThrow(
    /Refused \(422 validation_failed\)[\s\S]*subject: Unknown variable/,
  );
  expect(said.join('\n')).toMatch(/other fields than the file/);
  await push('order.other', { withFields: true });
  expect(said).toContain('order.other is at version 1.');
});

it('says which texts are missing in a language, and what speaks against the mail', async () => {
  const json = await readJson(file);
  delete json.template.translations.de.subject;
  // A mail that Gmail cuts off.
  const long = { id: 'long', type: 'text', attrs: { text: 'word '.repeat(3_900) } };
  json.template.composition.document.blocks.push(...[1, 2, 3, 4, 5, 6].map((n) => ({ ...long, id: `long-${n}` })));
  await writeFile(file, JSON.stringify(json));
  await push('order.long');
  expect(said).toContainEqual(expect.stringMatching(/^de: 15 of 22 texts; missing: subject, long-1\.text/));
  for (const locale of ['en', 'de', 'fr', 'es', 'ar', 'ja']) {
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^${locale}: The HTML has \\d+ bytes\\.`)));
  }
});

it('says what the service refuses, by the id of each block', async () => {
  await change(file, (text) => text.replace('"level": 1', '"level": 9'));
  await expect(push('order.faulty')).rejects.toThrow(/^ {2}`[\w-]+`: level: must be /m);
});

it('leaves no event type behind when the template is rejected', async () => {
  await change(file, (text) => text.replace('"level": 1', '"level": 9'));
  await expect(push('order.never')).rejects.toThrow(/422 validation_failed/);
  expect((await backend.rest('GET', '/event-types/order.never')).status).toBe(404);
});

it('restores the fields of an event type when the template is rejected', async () => {
  const before = [{ name: 'order_number', type: 'string', required: true, fallback: null }];
  await backend.rest('PUT', '/event-types/order.kept', { fields: before });
  await change(file, (text) => text.replace('"level": 1', '"level": 9'));
  await expect(push('order.kept', { withFields: true })).rejects.toThrow(/422 validation_failed/);
  expect((await backend.rest('GET', '/event-types/order.kept')).body.data.fields).toEqual(before);
});

it('pushes a pulled file to another event type', async () => {
  await push('order.first');
  await change(file, (text) => text.replace('"subject": "Your receipt', '"subject": "The receipt'));
  await push('order.first', { acceptOutdated: true });
  const pulled = join(folder, 'pulled.json');
  await pullEmail(service, { file: pulled, eventType: 'order.first' }, print);
  await push('order.second', { file: pulled, acceptOutdated: true });
  expect(said).toContain('order.second is at version 1.');
  expect((await readJson(pulled)).pulled_from).toMatchObject({ event_type: 'order.first', version: 2 });
});

it('brings a template back as it was pushed, with its examples', async () => {
  await push('order.round');
  const [fresh, again] = [join(folder, 'fresh.json'), join(folder, 'again.json')];
  await pullEmail(service, { file: fresh, eventType: 'order.round' }, print);
  await cp(file, again);
  await pullEmail(service, { file: again, eventType: 'order.round' }, print);
  const original = readStarter(await readJson(file));
  expect(readStarter(await readJson(again))).toEqual({
    ...original,
    pulled_from: { service: service.baseUrl, event_type: 'order.round', version: 1 },
  });
  expect((await readJson(fresh)).examples).toEqual(original.examples);
});

it('pulls an event type without examples with those of the file, and a new file with a sample', async () => {
  const { fields } = await readJson(file);
  await backend.rest('PUT', '/event-types/order.plain', { fields });
  const { template } = await readJson(file);
  await backend.rest('PUT', '/event-types/order.plain/template', template);
  const fresh = join(folder, 'plain.json');
  await pullEmail(service, { file: fresh, eventType: 'order.plain' }, print);
  expect((await readJson(fresh)).examples).toEqual([
    { name: 'Sample', payload: expect.objectContaining({ order_number: 'Order number' }) },
  ]);
  const { examples } = await readJson(file);
  await pullEmail(service, { file, eventType: 'order.plain' }, print);
  expect((await readJson(file)).examples).toEqual(examples);
});

it('brings its examples to an event type that has none, and leaves others alone unless it is told to', async () => {
  const { fields, examples } = await readJson(file);
  const kept = async () => (await backend.rest('GET', '/event-types/order.shown')).body.data.examples;
  await backend.rest('PUT', '/event-types/order.shown', { fields });
  await push('order.shown');
  expect(await kept()).toEqual(examples);
  const own = examples.slice(1);
  await backend.rest('PUT', '/event-types/order.shown', { fields, examples: own });
  await push('order.shown');
  expect(said.join('\n')).toContain('order.shown has other examples than the file; they stay.');
  expect(await kept()).toEqual(own);
  await push('order.shown', { withFields: true });
  expect(await kept()).toEqual(examples);
});

it('reads a file of before, which has one sample without a name', async () => {
  const { examples, ...older } = await readJson(file);
  await writeFile(file, JSON.stringify({ ...older, sample: { payload: examples[0].payload } }));
  await push('order.older');
  const { body } = await backend.rest('GET', '/event-types/order.older');
  expect(body.data.examples).toEqual([{ name: 'Sample', payload: examples[0].payload }]);
});

it('does not save over what somebody else saved since the pull', async () => {
  await push('order.shared');
  const mine = join(folder, 'mine.json');
  await pullEmail(service, { file: mine, eventType: 'order.shared' }, print);
  await change(mine, (text) => text.replace('"subject": "Your receipt', '"subject": "The receipt'));
  const pushMine = () => push('order.shared', { file: mine, acceptOutdated: true });
  await pushMine();
  // The file now names the version that it became, so the next push is no conflict.
  await change(mine, (text) => text.replace('"subject": "The receipt', '"subject": "A receipt'));
  await pushMine();
  expect((await readJson(mine)).pulled_from.version).toBe(3);
  await push('order.shared');
  await change(mine, (text) => text.replace('"subject": "A receipt', '"subject": "Some receipt'));
  await expect(pushMine()).rejects.toThrow(/version_conflict/);
});
