/** Mails as the service sends them, read by Python's email package and verified by dkimpy. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { insistOn, run } from './programs/run.ts';

const script = (name: string) => fileURLToPath(new URL(`./programs/${name}`, import.meta.url));

interface ReadMail {
  readonly fields: Readonly<Record<string, string>>;
  readonly from: readonly (readonly [name: string, address: string])[];
  readonly to: readonly string[];
  readonly types: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    /** The name by RFC 2231 alone. */
    readonly exact: string;
    readonly type: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly disposition: string;
    readonly content: string;
  }[];
  readonly defects: readonly string[];
  readonly longest: number;
  readonly again: Readonly<Record<string, string>>;
  readonly raw: string;
}

let world: SendingWorld;
let workspace: SendingWorkspace;
let dns: NameServer;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
  const { rows } = await world.app.db.pool.query(
    'SELECT domain, dkim_selector AS selector, dkim_public_key AS key FROM sending_domains',
  );
  dns = await startNameServer();
  for (const { domain, selector, key } of rows) dns.txt(`${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`);
  const field = (name: string) => ({ name, type: 'string', required: true });
  await saveEventType(workspace.ctx, { name: 'told', input: { fields: [field('subject'), field('name')] } });
  const blocks = [
    { id: 'name', type: 'text', attrs: { text: 'Hello {{ event.name }}' } },
    { id: 'leave', type: 'text', attrs: { text: '[Unsubscribe]({{ system.unsubscribe_url }})' } },
  ];
  await saveTemplate(workspace.ctx, {
    eventType: 'told',
    input: {
      subject: '{{ event.subject }}',
      displayName: '{{ event.name }}',
      fromLocalPart: 'orders',
      locale: 'en',
      composition: { editorVersion: 3, target: 'email', document: { blocks } },
    },
  });
});
afterAll(async () => {
  await world.close();
  await dns.stop();
});

interface Told {
  readonly subject?: string;
  readonly name?: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
}

/** Emits and sends one mail; returns it as Python reads it, once dkimpy has verified it. */
async function sent({ subject = 'Hello', name = 'Demo', attachments = [] }: Told): Promise<ReadMail> {
  const [email = ''] = people(1);
  await emitEvent(workspace.ctx, workspace.id, {
    type: 'told',
    idempotencyKey: email,
    recipient: { email },
    payload: { subject, name },
    attachments: attachments.map(({ filename, content }) => ({ filename, content: content.toString('base64') })),
  });
  await workspace.send();
  const raw = world.sink.mails.find(({ to }) => to[0] === email)?.raw ?? Buffer.alloc(0);
  const verified = await run('/usr/bin/python3', [script('verify-dkim.py'), dns.address.split(':').at(-1) ?? ''], raw);
  expect(verified.code, verified.output).toBe(0);
  const read = JSON.parse(await insistOn('/usr/bin/python3', [script('read-mail.py')], raw));
  expect(read.to).toEqual([email]);
  return { ...read, raw: raw.toString('latin1') };
}

const blanks = ' '.repeat(1_200);
test.each([
  ['blanks alone', `a${blanks}b`, 'a b'],
  ['blanks and tabs', `a${' \t'.repeat(600)}b`, 'a b'],
  ['blanks around a word that is encoded', `${blanks}é${blanks}b`, 'é b'],
  ['a word longer than a line', 'x'.repeat(990), 'x'.repeat(990)],
  ['many words', 'word '.repeat(190).trim(), 'word '.repeat(190).trim()],
  ['words that are encoded', 'Überraschung 🎁 '.repeat(50).trim(), 'Überraschung 🎁 '.repeat(50).trim()],
  ['one word that is encoded', '日'.repeat(300), '日'.repeat(300)],
  ['what looks encoded', '=?UTF-8?B?eA==?='.repeat(20), '=?UTF-8?B?eA==?='.repeat(20)],
  ['quotes, brackets and colons', 'Ada "the first": (and) @others, <all>; \\o/', null],
])('a subject and a name of %s are one line as given', async (_what, text, shown) => {
  const read = await sent({ subject: text, name: text });
  expect(read.fields.subject).toBe(shown ?? text);
  // Python 3.11 leaves the blanks between the encoded words of a name, which RFC 2047 (6.2) has readers drop.
  const blanksOf = (name: string) => (read.raw.includes('From: =?UTF-8?B?') ? name.replaceAll(' ', '') : name);
  expect(read.from.map(([shownName, address]) => [blanksOf(shownName), address])).toEqual([
    [blanksOf(shown ?? text), 'orders@shop.test'],
  ]);
  expect(read.longest).toBeLessThanOrEqual(998);
  expect(read.defects).toEqual([]);
  expect(read.again).toEqual(read.fields);
});

test('both bodies, the unsubscribe fields and the parts are what was written', async () => {
  const name = `Zoë 日本 ${'long '.repeat(400)}end`;
  const read = await sent({ name: 'x', subject: 'y' });
  expect(read.types).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
  const { fields } = read;
  expect(fields['content-type']).toMatch(/^multipart\/alternative;/);
  expect(fields['mime-version']).toBe('1.0');
  expect(fields['feedback-id']).toMatch(/:tidings$/);
  expect(fields['cfbl-address']).toMatch(/; report=arf$/);
  const long = await sent({ name, subject: name.slice(0, 60) });
  expect(long.text).toContain(`Hello ${name}`);
  expect(long.html).toContain(name);
  expect(long.defects).toEqual([]);
});

const pdf = Buffer.from('%PDF-1.7\n%late\n');
const calendar = (...lines: readonly string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b', ...lines, 'END:VCALENDAR', ''].join('\r\n'));

test('long and foreign file names are read whole (RFC 2231), and the bytes are the same', async () => {
  const names = [
    'plan.pdf',
    `${'x'.repeat(180)}.pdf`,
    `${'Übersicht '.repeat(15)}"1"; a.pdf`,
    `${'見積書'.repeat(20)}.pdf`,
    `${'x'.repeat(50)}.exe${'y'.repeat(100)}.pdf`,
  ];
  const content = Buffer.concat([pdf, Buffer.from(Array.from({ length: 5_000 }, (_, n) => n % 256))]);
  const read = await sent({ attachments: names.map((filename) => ({ filename, content })) });
  expect(read.types[0]).toBe('multipart/mixed');
  expect(read.attachments.map(({ exact }) => exact)).toEqual(names);
  // Of the two spellings Python takes the first, which is short: it keeps the extension.
  for (const { filename, parameters } of read.attachments) {
    expect(parameters.name).toBe(filename);
    expect(filename).toMatch(/^[ -~]{1,54}$/);
    expect(filename).not.toContain('.exe');
    expect(filename.endsWith('.pdf')).toBe(true);
  }
  for (const { type, disposition, content: hex } of read.attachments) {
    expect([type, disposition, hex]).toEqual(['application/pdf', 'attachment', content.toString('hex')]);
  }
  // It calls a second spelling a duplicate, and objects to nothing else.
  const duplicates = ['Content-Type: InvalidHeaderDefect', 'Content-Disposition: InvalidHeaderDefect'];
  expect(new Set(read.defects)).toEqual(new Set(duplicates));
  expect(read.longest).toBeLessThanOrEqual(998);
});

test.each([
  ['REQUEST', ['METHOD:REQUEST'], 'REQUEST'],
  ['CANCEL in small letters and folded', ['METH', ' OD:cancel'], 'CANCEL'],
  ['none', [], undefined],
])('a calendar has the method of its text: %s', async (_what, lines, method) => {
  const content = calendar(...lines);
  const read = await sent({ attachments: [{ filename: 'invite.ics', content }] });
  const [file] = read.attachments;
  expect(file).toMatchObject({ filename: 'invite.ics', type: 'text/calendar', content: content.toString('hex') });
  expect(file?.parameters.method?.toUpperCase()).toBe(method);
  expect(file?.parameters.charset).toBe('utf-8');
  expect(read.defects).toEqual([]);
});

test('a PDF that begins late is a PDF', async () => {
  const content = Buffer.concat([Buffer.from('\r\n\r\n'), pdf]);
  const read = await sent({ attachments: [{ filename: 'late.pdf', content }] });
  expect(read.attachments).toMatchObject([{ filename: 'late.pdf', type: 'application/pdf' }]);
});
