import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../events/files.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let tidings: TestService;
let acme: Backend;

beforeAll(async () => {
  tidings = await startTestService();
  acme = await tidings.platform('Acme');
});

afterAll(() => tidings.stop());

const events = '/workspaces/ref:shop/events';
const payload = { order_number: '1001', tracking_url: 'https://example.com/1001' };
const attachment = (filename: string, content: Buffer) => ({ filename, content: content.toString('base64') });

function event(idempotency_key: string, change: object = {}) {
  return { type: 'order.shipped', idempotency_key, recipient: { email: 'ada@example.com' }, payload, ...change };
}

async function filesKept(): Promise<number> {
  const { rows } = await tidings.service.app.db.pool.query('SELECT count(*)::int AS n FROM attachments');
  return rows[0].n;
}

const longName = `Доставка ${'é'.repeat(200)} 'заказа' "№ 1001".pdf`;

test('files arrive byte for byte under their names, in their order, and are dropped once the message is final', async () => {
  // Longer than what is read of a file at once.
  const photo = Buffer.concat([files.png, ...Array.from({ length: 300_000 }, (_, at) => Buffer.from(`${at}`))]);
  const attachments = [
    attachment('receipt.pdf', files.pdf),
    attachment('請求書 März.png', photo),
    attachment('delivery.ics', files.calendar),
    attachment(longName, files.pdf),
  ];
  const { status, body } = await acme.rest('POST', events, event('files', { attachments }));
  expect([status, body.data.message.state]).toEqual([202, 'queued']);
  const [mail] = await tidings.mail.received(1);
  const parsed = await mail?.parse();
  expect(parsed?.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).toEqual([
    ['receipt.pdf', 'application/pdf', 'attachment'],
    ['請求書 März.png', 'image/png', 'attachment'],
    ['delivery.ics', 'text/calendar', 'attachment'],
    [longName, 'application/pdf', 'attachment'],
  ]);
  const parts = mail?.raw.toString('latin1').split('--=_tidings_mixed').slice(2, -1) ?? [];
  const bodies = parts.map((part) => part.slice(part.indexOf('\r\n\r\n')).replace(/\r\n/g, ''));
  expect(bodies).toEqual(attachments.map(({ content }) => content));
  expect(parsed?.html).toContain('1001');
  // No line of the mail is longer than SMTP takes (RFC 5322, 2.1.1).
  expect(Math.max(...(mail?.raw.toString('latin1').split('\r\n') ?? []).map((line) => line.length))).toBeLessThan(999);
  await expect
    .poll(async () => (await acme.rest('GET', `${events}/${body.data.id}`)).body.data.message.state)
    .toBe('delivered');
  expect(await filesKept()).toBe(0);
});

test('files are part of what makes two emits the same', async () => {
  const recipient = { email: 'delivered@simulator.test' };
  const attachments = [attachment('receipt.pdf', files.pdf)];
  const first = await acme.rest('POST', events, event('same', { recipient, attachments }));
  const again = await acme.rest('POST', events, event('same', { recipient, attachments }));
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', first.body]);
  for (const other of [[attachment('other.pdf', files.pdf)], [attachment('receipt.pdf', files.pdf), attachments[0]]]) {
    const reused = await acme.rest('POST', events, event('same', { recipient, attachments: other }));
    expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused']);
  }
  expect((await acme.rest('POST', events, event('same', { recipient }))).status).toBe(409);
});

test('a refused file records nothing, its key included', async () => {
  const broken = event('later', { attachments: [attachment('receipt.pdf', files.png)] });
  const refused = await acme.rest('POST', events, broken);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'attachments.0.filename': ['must end with .png, as its content is image/png'] },
  ]);
  expect((await acme.rest('POST', events, event('later'))).status).toBe(202);
});

test('the simulator and a type without template take files and keep none', async () => {
  await acme.rest('PUT', '/event-types/order.viewed', { fields: [] });
  const attachments = [attachment('receipt.pdf', files.pdf)];
  const bare = { type: 'order.viewed', payload: {}, attachments };
  const unsent = await acme.rest('POST', events, event('no-template', bare));
  expect([unsent.status, unsent.body.data.message]).toEqual([202, null]);
  const wrong = await acme.rest(
    'POST',
    events,
    event('no-template-2', { ...bare, attachments: [attachment('a.pdf', files.html)] }),
  );
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['attachments.0.content']]);
  const played = event('played', { recipient: { email: 'bounce@simulator.test' }, attachments });
  expect((await acme.rest('POST', events, played)).body.data.message).toMatchObject({
    state: 'queued',
    simulated: true,
  });
  expect(await filesKept()).toBe(0);
});

test('GraphQL takes the same files', async () => {
  const { body } = await acme.graphql(
    `mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { event { id } } }`,
    {
      input: {
        type: 'order.shipped',
        idempotencyKey: 'graphql',
        recipient: { email: 'ada@example.com' },
        payload,
        attachments: [attachment('receipt.pdf', files.pdf), attachment('../receipt.pdf', files.pdf)],
      },
    },
  );
  expect(body.errors[0].extensions).toMatchObject({
    code: 'validation_failed',
    errors: { 'attachments.1.filename': ['must be a name without a path'] },
  });
});
