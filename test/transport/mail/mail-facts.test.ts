/** The facts for the local inbox are in captured mail alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaptureTransport } from '../../../src/transport/capture.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import type { OutgoingMail } from '../../../src/transport/transport.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink?.stop());

const mail: OutgoingMail = {
  party: 'a workspace',
  envelope: { from: 'b@bounces.demo.test', to: 'ada@example.com' },
  pieces: [Buffer.from('DKIM-Signature: v=1\r\nFrom: a@demo.test\r\n'), Buffer.from('Subject: x\r\n\r\nbody\r\n')],
  facts: { eventType: 'order.shipped', workspace: 'Müller\r\nBcc: eve@example.com (m)', locale: 'pt-BR' },
};

test('captured mail has them before all that is signed, in fields of their own', async () => {
  const transport = createCaptureTransport({ host: sink.host, port: sink.port, clientName: 'test' });
  await transport.deliver(mail);
  await transport.close();
  const raw = sink.mails.at(-1)?.raw.toString() ?? '';
  const [facts = ''] = raw.split('DKIM-Signature');
  expect(facts.match(/^[\w-]+(?=:)/gm)).toEqual(['Tidings-Event-Type', 'Tidings-Workspace', 'Content-Language']);
  expect(facts).toContain('Tidings-Event-Type: order.shipped\r\n');
  expect(facts).toContain('Content-Language: pt-BR\r\n');
  expect(raw.slice(facts.length)).toBe(Buffer.concat(mail.pieces).toString());
});

test('mail through a relay has none', async () => {
  const transport = createSmtpTransport({ url: `smtp://${sink.host}:${sink.port}?tls=none`, clientName: 'test' });
  await transport.deliver(mail);
  await transport.close();
  expect(sink.mails.at(-1)?.raw.toString()).toBe(Buffer.concat(mail.pieces).toString());
});
