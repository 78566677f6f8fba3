/** What a designer does in a terminal beside push and pull: begins a mail, compares it, sends it, and pushes a layout. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/local/ask-service.ts';
import { diffEmail } from '../../src/local/diff-email.ts';
import { diffLayout, isLayoutFile, pushLayout } from '../../src/local/layout-file.ts';
import { newEmail } from '../../src/local/new-email.ts';
import { pullEmail } from '../../src/local/pull-email.ts';
import { pushEmail } from '../../src/local/push-email.ts';
import { sendEmail } from '../../src/local/send-email.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let running: TestService;
let backend: Backend;
let service: RunningService;
let folder: string;
let file: string;
let layout: string;
let said: string[];

beforeAll(async () => {
  running = await startTestService();
  backend = await running.platform('Acme');
  const url = running.service.url ?? '';
  service = { baseUrl: `${url}/v1`, graphqlUrl: `${url}/graphql`, apiKey: backend.apiKey };
});
afterAll(() => running.stop());
beforeEach(async () => {
  said = [];
  folder = await mkdtemp(join(tmpdir(), 'tidings-designer-'));
  file = join(folder, 'receipt.json');
  layout = join(folder, 'layouts', 'default.json');
  await newEmail({ file, starter: 'receipt' }, () => {});
  return () => rm(folder, { recursive: true, force: true });
});

const print = (line: string) => void said.push(line);
const push = (eventType: string) =>
  pushEmail(service, { file, eventType, acceptOutdated: true, withFields: false }, print);
const change = async (path: string, edit: (text: string) => string) =>
  writeFile(path, edit(await readFile(path, 'utf8')));
const writeLayout = async (text: string) => {
  await mkdir(join(folder, 'layouts'), { recursive: true });
  await writeFile(layout, JSON.stringify({ footer: [{ id: 'print', type: 'footer', attrs: { text } }] }));
};
const inLayout = (text: string) => text.replace('"settings": {', '"settings": { "layout": "default",');

describe('a new mail', () => {
  it('is a starter in a folder of its own, which editors know by its schema', async () => {
    const project = fileURLToPath(new URL('../..', import.meta.url));
    const inside = await mkdtemp(join(project, 'node_modules', '.designer-'));
    await newEmail({ file: join(inside, 'mails', 'digest.json'), starter: 'weekly-digest' }, print);
    const { $schema } = JSON.parse(await readFile(join(inside, 'mails', 'digest.json'), 'utf8'));
    await rm(inside, { recursive: true });
    expect(join(inside, 'mails', $schema)).toBe(join(project, 'emails', 'mail.schema.json'));
    expect(said[0]).toMatch(/digest\.json has the starter weekly-digest\. See it with npm run email:dev /);
    expect(JSON.parse(await readFile(file, 'utf8'))).not.toHaveProperty('$schema');
  });

  it('overwrites no file, and says which starters there are', async () => {
    await expect(newEmail({ file, starter: 'receipt' }, print)).rejects.toThrow(/receipt\.json is there already/);
    const other = join(folder, 'other.json');
    await expect(newEmail({ file: other, starter: 'reciept' }, print)).rejects.toThrow('did you mean `receipt`?');
    await expect(newEmail({ file: other, starter: '' }, print)).rejects.toThrow(
      /\. There are welcome, .*weekly-digest and layout\./,
    );
  });

  it('may be in a new layout, which editors know by its schema and the service takes', async () => {
    const project = fileURLToPath(new URL('../..', import.meta.url));
    const inside = await mkdtemp(join(project, 'node_modules', '.designer-'));
    const first = join(inside, 'layouts', 'first.json');
    await newEmail({ file: first, starter: 'layout' }, print);
    const { $schema } = JSON.parse(await readFile(first, 'utf8'));
    expect(join(inside, 'layouts', $schema)).toBe(join(project, 'emails', 'layout.schema.json'));
    expect(said[0]).toMatch(/first\.json has a header and a footer\. .*"settings": \{ "layout": "first" \}\.$/);
    await pushLayout(service, { file: first, acceptOutdated: false, acceptBreaks: false }, print);
    expect(said[1]).toMatch(/^The layout first is at version 1, /);
    await expect(newEmail({ file: first, starter: 'layout' }, print)).rejects.toThrow(/first\.json is there already/);
    await expect(newEmail({ file: join(inside, 'default.json'), starter: 'layout' }, print)).rejects.toThrow(
      /^A layout is in a folder layouts beside the mails: .*layouts\/default\.json$/,
    );
    await rm(inside, { recursive: true });
  });
});

describe('a difference', () => {
  it('is none after a push, and then names blocks, texts by language and fields', async () => {
    await push('diff.paid');
    said = [];
    await diffEmail(service, { file, eventType: 'diff.paid' }, print);
    expect(said).toEqual(['diff.paid is the same at version 1.']);
    await change(file, (text) =>
      text.replace('"subject": "Your receipt', '"subject": "A receipt').replace('"level": 1', '"level": 2'),
    );
    said = [];
    await diffEmail(service, { file, eventType: 'diff.paid' }, print);
    expect(said).toEqual([
      'A push would change diff.paid, which is at version 1:',
      '  `title` (heading): changed, level',
      expect.stringMatching(/^ {2}en subject: "Your receipt.*" → "A receipt.*"$/),
    ]);
    expect((await backend.rest('GET', '/event-types/diff.paid/template')).body.data.version).toBe(1);
  });
});

describe('an event type that is not there', () => {
  it('is told in words, with what there is near it and the command that makes it', async () => {
    await push('missing.paid');
    expect(said[1]).toBe('The event type missing.paid is new, with the fields and examples of the file.');
    const words = `The service has no event type missing.piad. Did you mean missing.paid? Else npm run email:push ${file} missing.piad makes it.`;
    const wanted = { file, eventType: 'missing.piad' };
    await expect(diffEmail(service, wanted, print)).rejects.toThrow(words);
    await expect(pullEmail(service, wanted, print)).rejects.toThrow(words);
    const to = { to: 'ada@acme.test', locale: null, example: null };
    await expect(sendEmail(service, { ...wanted, ...to }, print)).rejects.toThrow(words);
    await expect(diffEmail(service, { file, eventType: 'qqqq.zzzz' }, print)).rejects.toThrow(
      /no event type qqqq\.zzzz\. It has .*missing\.paid.*\. npm run email:push /,
    );
    await backend.rest('PUT', '/event-types/missing.template', { fields: [] });
    await expect(pullEmail(service, { file, eventType: 'missing.template' }, print)).rejects.toThrow(
      `missing.template has no template yet. npm run email:push ${file} missing.template saves one.`,
    );
  });

  it('is made by a push, which says whether another one may have been meant', async () => {
    await push('made.shipped');
    await push('made.shiped');
    expect(said).toContain(
      'The event type made.shiped is new, with the fields and examples of the file. If you meant made.shipped, push the file there and delete made.shiped.',
    );
  });
});

describe('a test mail', () => {
  it('has the file as it is, in the language and with the example that are named, and saves nothing', async () => {
    await push('send.paid');
    await change(file, (text) => text.replace('"subject": "Your receipt', '"subject": "A receipt'));
    said = [];
    const send = { file, eventType: 'send.paid', to: 'ada@acme.test', locale: null, example: null };
    await sendEmail(service, send, print);
    await sendEmail(service, { ...send, locale: 'de', example: 'One item, no name' }, print);
    expect(said).toEqual([
      expect.stringMatching(/^A receipt for order 2026-1042, to ada@acme\.test: delivered, 250 /),
      expect.stringMatching(/^.*2026-1043, to ada@acme\.test: delivered, 250 /),
    ]);
    expect((await backend.rest('GET', '/event-types/send.paid/template')).body.data.version).toBe(1);
    await expect(sendEmail(service, { ...send, locale: 'it' }, print)).rejects.toThrow(
      'The file has no translation it. Its languages are en, ',
    );
    await expect(sendEmail(service, { ...send, example: 'Two' }, print)).rejects.toThrow(
      'The file has no example Two.',
    );
    await expect(sendEmail(service, { ...send, to: 'ada@other.example' }, print)).rejects.toThrow('acme.test');
    await change(file, (text) => text.replace('"level": 1', '"level": 9'));
    await expect(sendEmail(service, send, print)).rejects.toThrow(/^ {2}`title`: level: must be /m);
  });
});

describe('a layout', () => {
  it('is pushed under the name of its file, and compared with that of the service', async () => {
    await writeLayout('Acme');
    expect([await isLayoutFile(layout), await isLayoutFile(file)]).toEqual([true, false]);
    await diffLayout(service, layout, print);
    const pushing = { file: layout, acceptOutdated: false, acceptBreaks: false };
    await pushLayout(service, pushing, print);
    await diffLayout(service, layout, print);
    await change(file, inLayout);
    await push('layout.paid');
    await writeLayout('Acme Shop');
    await diffLayout(service, layout, print);
    await pushLayout(service, pushing, print);
    expect(said.filter((line) => !/ of \d+ texts|is new/.test(line))).toEqual([
      'default is a new layout.',
      'The layout default is at version 1, in the mails of no event type yet.',
      'The layout default of the service is the same.',
      'layout.paid is at version 1.',
      'The layout default differs from version 1. Templates that use it: 1.',
      expect.stringMatching(/^layout\.paid would look different in /),
      'The layout default is at version 2, in the mails of layout.paid.',
    ]);
    await writeLayout('{{ brand.nmae }}');
    await expect(pushLayout(service, pushing, print)).rejects.toThrow(/^ {2}`print`: text: /m);
  });

  it('that differs from the file beside a mail is told at its push', async () => {
    await writeLayout('Acme');
    await pushLayout(service, { file: layout, acceptOutdated: false, acceptBreaks: false }, print);
    await change(file, inLayout);
    await push('layout.other');
    expect(said.join('\n')).not.toContain('is not that of');
    await writeLayout('Acme, Berlin');
    await push('layout.other');
    expect(said.at(-1)).toBe(
      `The layout default of the service is not that of ${layout}, which npm run email:push ${layout} saves.`,
    );
  });
});
