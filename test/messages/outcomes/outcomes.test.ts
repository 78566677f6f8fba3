/**
 * The states of a message by the replies and reports of the other side (docs/rules.md#message-states,
 * docs/rules.md#reports).
 */
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../../src/contacts/upsert-contact.ts';
import type { App } from '../../../src/context.ts';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { createCaptureTransport } from '../../../src/transport/capture.ts';
import { type Inbound, startInbound } from '../../../src/transport/reports/inbound.ts';
import { inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: SendingWorld;
let inbound: Inbound;
/** One that promises delivery reports, one that does not. */
let reporting: SmtpSink;
let plain: SmtpSink;
let throughReporting: App;
let throughPlain: App;

beforeAll(async () => {
  world = await createSendingWorld();
  const certificate = await inboundCertificate(null, 'bounces.tidings.test');
  inbound = await startInbound({
    host: '127.0.0.1',
    port: 0,
    bounceHost: 'bounces.tidings.test',
    certificate: async () => certificate,
    secrets: world.app.secrets,
    log: world.app.log,
    onLeave: async () => undefined,
    spamFilter: null,
    onLetter: async () => 'taken',
    onReport: (report) => recordReport(world.app, report),
  });
  reporting = await startSmtpSink({ hideDSN: false });
  plain = await startSmtpSink();
  throughReporting = world.otherApp(createSmtpTransport({ url: reporting.url, clientName: 'bounces.tidings.test' }));
  throughPlain = world.otherApp(createSmtpTransport({ url: plain.url, clientName: 'bounces.tidings.test' }));
});

afterAll(async () => {
  await inbound.close();
  await world.close();
  await Promise.all([reporting.stop(), plain.stop()]);
});

interface Row {
  readonly id: string;
  readonly state: string;
  readonly evidence: string | null;
  readonly bounce: string | null;
  readonly reason: string | null;
  readonly due_at: Date;
}

async function lastTo(address: string): Promise<Row> {
  const { rows } = await world.app.db.pool.query(
    'SELECT * FROM messages WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
    [address],
  );
  return rows[0];
}

/** Sends one mail to the address. */
async function send(workspace: SendingWorkspace, address: string, by = world.app): Promise<void> {
  await workspace.emit([address]);
  await workspace.send(by);
}

const mailTo = (sink: SmtpSink, address: string) => {
  const mail = sink.mails.findLast(({ to }) => to.includes(address));
  if (!mail) throw new Error('The mail arrived');
  return mail;
};

/** Hands a report to the listener. */
async function report(to: string, raw: string): Promise<void> {
  const client = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  await client.sendMail({ envelope: { from: '', to }, raw: raw.replace(/\r?\n/g, '\r\n') });
  client.close();
}

const multipart = (
  type: string,
  ...parts: readonly (readonly [string, string])[]
) => `From: MAILER-DAEMON@mx.example.net
Subject: Report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type}; boundary="b"

${parts.map(([of, text]) => `--b\nContent-Type: ${of}\n\n${text}\n`).join('\n')}
--b--
`;

/** Sends a report about the last mail that the sink took for the address. */
function tell(sink: SmtpSink, address: string, action: string, status: string): Promise<void> {
  const fields = `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ${address}\nAction: ${action}\nStatus: ${status}`;
  return report(mailTo(sink, address).from, multipart('delivery-status', ['message/delivery-status', fields]));
}

function complain(sink: SmtpSink, address: string): Promise<void> {
  const quoted = mailTo(sink, address).raw.toString('latin1');
  return report(
    'fbl@bounces.tidings.test',
    multipart(
      'feedback-report',
      ['message/feedback-report', 'Feedback-Type: abuse\nUser-Agent: Provider/1.0\nVersion: 1'],
      ['message/rfc822', quoted],
    ),
  );
}

const told = async (workspace: SendingWorkspace, ...types: readonly string[]) =>
  (await Promise.all(types.map(async (type) => (await workspace.webhooks(type)).map(() => type)))).flat();

describe('a recipient who is refused for now', () => {
  test('is tried again when the decisions say, and the message expires a day after its emit, not before', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    world.sink.refuse(ada, Array(20).fill({ code: 450, text: '4.2.0 Greylisted' }));
    const began = world.now().getTime();
    const tried: number[] = [];
    await workspace.emit([ada]);
    for (;;) {
      const { due_at: due } = await lastTo(ada);
      if (due.getTime() - began >= 24 * hour) break;
      world.set(due.toISOString());
      await workspace.send();
      tried.push((due.getTime() - began) / minute);
    }
    expect(tried).toEqual([0, 1, 6, 21, 51, 111, 231, 471, 711, 1071, 1371, 23.5 * 60]);
    world.set(new Date(began + 24 * hour - 1).toISOString());
    await workspace.send();
    await world.sweep();
    expect(await lastTo(ada)).toMatchObject({ state: 'queued' });
    world.advance(1);
    await world.sweep();
    expect(await lastTo(ada)).toMatchObject({ state: 'expired' });
    expect(await told(workspace, 'message.expired', 'message.bounced')).toEqual(['message.expired']);
  });

  test('gets the same mail by the same Message-ID and Date at each try', async () => {
    const offered: string[] = [];
    const sink = await startSmtpSink({
      judge: (stage, value) =>
        stage === 'data' && offered.push(value) < 3 ? { code: 451, text: '4.3.0 Try again' } : null,
    });
    const app = world.otherApp(
      createCaptureTransport({ host: sink.host, port: sink.port, clientName: 'bounces.localhost' }),
    );
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    const emitted = world.now();
    await workspace.emit([ada]);
    for (const wait of [0, minute, 5 * minute]) {
      world.advance(wait);
      await workspace.send(app);
    }
    const { id, state } = await lastTo(ada);
    expect(state).toBe('delivered');
    expect(offered.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual(
      Array(3).fill(`<${id}@shop.test>`),
    );
    const dates = offered.map((mail) => /^Date: (.*)$/m.exec(mail)?.[1]?.trim());
    expect(dates).toEqual(Array(3).fill(new Date(emitted).toUTCString().replace('GMT', '+0000')));
    await app.transport.close();
    await sink.stop();
  });
});

describe('through a relay', () => {
  test('that promises no report, its word is the evidence', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await send(workspace, ada, throughPlain);
    expect(await lastTo(ada)).toMatchObject({ state: 'delivered', evidence: 'relay' });
    expect(await told(workspace, 'message.delivered')).toHaveLength(1);
  });

  test('that promises a report, the message is sent until one says more; a delay says nothing', async () => {
    const workspace = await world.workspace();
    const [ada = '', bob = '', eve = '', joe = ''] = people(4);
    for (const address of [ada, bob, eve, joe]) await send(workspace, address, throughReporting);
    await tell(reporting, ada, 'delayed', '4.4.1');
    expect(await workspace.states()).toEqual({ sent: 4 });
    expect(await told(workspace, 'message.delivered', 'message.bounced')).toEqual([]);

    await tell(reporting, ada, 'delivered', '2.0.0');
    await tell(reporting, bob, 'relayed', '2.0.0');
    await tell(reporting, eve, 'failed', '5.1.1');
    await tell(reporting, joe, 'failed', '5.2.2');
    expect(await lastTo(ada)).toMatchObject({ state: 'delivered', evidence: 'report' });
    expect(await lastTo(bob)).toMatchObject({ state: 'delivered', evidence: 'report' });
    expect(await lastTo(eve)).toMatchObject({ state: 'bounced', bounce: 'hard' });
    expect(await lastTo(joe)).toMatchObject({ state: 'bounced', bounce: 'soft' });
    await send(workspace, eve, throughReporting);
    expect(await lastTo(eve)).toMatchObject({ state: 'suppressed' });
    await send(workspace, joe, throughReporting);
    expect(await lastTo(joe)).toMatchObject({ state: 'sent' });
  });

  test('whose report never comes, it was delivered after 72 hours, not before', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await send(workspace, ada, throughReporting);
    world.advance(72 * hour - 1);
    await world.sweep();
    expect(await lastTo(ada)).toMatchObject({ state: 'sent' });
    world.advance(1);
    await world.sweep();
    expect(await lastTo(ada)).toMatchObject({ state: 'delivered', evidence: 'silence' });
    expect(await told(workspace, 'message.delivered')).toHaveLength(1);
    // A report that comes after all is believed.
    await tell(reporting, ada, 'failed', '5.1.1');
    expect(await lastTo(ada)).toMatchObject({ state: 'bounced', bounce: 'hard' });
  });

  test('who complains has got it', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await send(workspace, ada, throughReporting);
    await complain(reporting, ada);
    expect(await lastTo(ada)).toMatchObject({ state: 'complained' });
    expect(await told(workspace, 'message.delivered', 'message.complained')).toHaveLength(2);
  });
});

describe('two states of one message', () => {
  /** Types of the shop's webhooks in the order in which a receiver is to put them. */
  const inOrder = async (workspace: SendingWorkspace) => {
    const rows = (
      await Promise.all(['delivered', 'bounced', 'complained'].map((type) => workspace.webhooks(`message.${type}`)))
    )
      .flat()
      .toSorted((a, b) => a.created_at - b.created_at);
    expect(new Set(rows.map(({ created_at }) => created_at.getTime())).size).toBe(rows.length);
    return rows.map(({ type }) => type);
  };

  test('never have equal times: one told of by the other side in the same millisecond', async () => {
    const workspace = await world.workspace();
    const [angry = '', gone = ''] = people(2);
    await send(workspace, angry);
    await complain(world.sink, angry);
    expect(await inOrder(workspace)).toEqual(['message.delivered', 'message.complained']);
    const other = await world.workspace();
    await send(other, gone);
    await tell(world.sink, gone, 'failed', '5.1.1');
    expect(await inOrder(other)).toEqual(['message.delivered', 'message.bounced']);
  });

  test('never have equal times: both learnt from one complaint', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await send(workspace, ada, throughReporting);
    await complain(reporting, ada);
    expect(await inOrder(workspace)).toEqual(['message.delivered', 'message.complained']);
  });

  test('never have equal times: both played by the simulator', async () => {
    const workspace = await world.workspace();
    await send(workspace, 'complaint@simulator.test');
    expect(await inOrder(workspace)).toEqual(['message.delivered', 'message.complained']);
    const [complained] = await workspace.webhooks('message.complained');
    const { rows } = await world.app.db.pool.query('SELECT ended_at FROM messages WHERE id = $1', [
      complained.message_id,
    ]);
    expect(rows[0].ended_at).toEqual(complained.created_at);
  });
});

describe('a report', () => {
  test('that comes again or too late moves nothing backwards', async () => {
    const workspace = await world.workspace();
    const [gone = '', angry = ''] = people(2);
    await send(workspace, gone);
    await send(workspace, angry);
    await tell(world.sink, gone, 'failed', '5.1.1');
    await complain(world.sink, angry);
    for (const _again of [1, 2]) {
      await tell(world.sink, gone, 'delivered', '2.0.0');
      await complain(world.sink, gone);
      await tell(world.sink, gone, 'failed', '5.1.1');
      await tell(world.sink, angry, 'failed', '5.1.1');
      await complain(world.sink, angry);
    }
    expect(await lastTo(gone)).toMatchObject({ state: 'bounced', bounce: 'hard' });
    expect(await lastTo(angry)).toMatchObject({ state: 'complained', bounce: null });
    const types = ['message.delivered', 'message.bounced', 'message.complained'];
    expect(await told(workspace, ...types)).toEqual([
      'message.delivered',
      'message.delivered',
      'message.bounced',
      'message.complained',
    ]);
  });

  test('of a hard bounce blocks all mail to the address in every workspace, and tells each that has it as a contact', async () => {
    const [here, there, elsewhere] = [await world.workspace(), await world.workspace(), await world.workspace()];
    const [ada = ''] = people(1);
    await upsertContact(here.ctx, here.id, 'ref:ada', { email: ada });
    await upsertContact(there.ctx, there.id, 'ref:ada', { email: ada.toUpperCase() });
    await send(here, ada);
    await tell(world.sink, ada, 'failed', '5.1.1');
    const details = { reason: 'hard_bounce', blocks: ['all'] };
    for (const workspace of [here, there])
      expect(await workspace.webhooks('contact.suppressed')).toMatchObject([{ details }]);
    expect(await elsewhere.webhooks('contact.suppressed')).toEqual([]);
    for (const workspace of [here, there, elsewhere]) {
      await send(workspace, ada);
      expect(await lastTo(ada)).toMatchObject({ state: 'suppressed' });
    }
  });

  test('of abuse blocks marketing in its workspace alone, and transactional mail goes on', async () => {
    const [here, there] = [await world.workspace(), await world.workspace()];
    const [ada = ''] = people(1);
    for (const workspace of [here, there]) await upsertContact(workspace.ctx, workspace.id, 'ref:ada', { email: ada });
    await send(here, ada);
    await complain(world.sink, ada);
    expect(await told(here, 'message.complained')).toHaveLength(1);
    expect(await here.webhooks('contact.suppressed')).toMatchObject([
      { details: { reason: 'complaint', blocks: ['marketing'] } },
    ]);
    expect(await there.webhooks('contact.suppressed')).toEqual([]);
    for (const workspace of [here, there]) {
      await send(workspace, ada);
      expect(await lastTo(ada)).toMatchObject({ state: 'delivered' });
    }
  });
});

test('an address that no command can hold fails without being offered, and is not suppressed', async () => {
  const sink = await startSmtpSink({ hideSMTPUTF8: true });
  const app = world.otherApp(createSmtpTransport({ url: sink.url, clientName: 'bounces.localhost' }));
  const workspace = await world.workspace();
  await send(workspace, 'josé@example.com', app);
  expect(await lastTo('josé@example.com')).toMatchObject({ state: 'failed', reason: 'recipient_invalid' });
  expect(await workspace.webhooks('message.failed')).toMatchObject([{ details: { reason: 'recipient_invalid' } }]);
  await send(workspace, 'josé@example.com', app);
  expect(await lastTo('josé@example.com')).toMatchObject({ state: 'failed' });
  await app.transport.close();
  await sink.stop();
});

test('a mail that cannot be rendered fails, and nothing is offered', async () => {
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  const app = world.otherApp();
  await saveTemplate(workspace.ctx, {
    eventType: 'order.shipped',
    input: { ...demoTemplate, subject: 'Broken', translations: {} },
  });
  await workspace.emit([ada]);
  // As no save would leave it.
  await world.app.db.pool.query(`UPDATE template_versions SET composition = '{}' WHERE subject = 'Broken'`);
  await workspace.send(app);
  expect(await lastTo(ada)).toMatchObject({ state: 'failed', reason: 'render_failed' });
  expect(await workspace.webhooks('message.failed')).toMatchObject([{ details: { reason: 'render_failed' } }]);
  expect(world.sink.mails.some(({ to }) => to.includes(ada))).toBe(false);
});
