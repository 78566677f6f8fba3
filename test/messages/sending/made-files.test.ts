/** A mail takes along what it makes of its values (docs/rules.md#files-of-a-mail). */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { readContent } from '../../../src/messages/read-content.ts';
import { previewTemplate } from '../../../src/templates/preview/preview-template.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { sendTestMail } from '../../../src/templates/test-mail/send-test-mail.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
  const fields = ['seat', 'starts'].map((name) => ({ name, type: 'string', required: false }));
  await saveEventType(shop.ctx, { name: 'ticket.sold', input: { fields } });
  const blocks = [
    { id: 'code', type: 'qr', attrs: { content: 'https://shop.example/{{ event.seat }}', alt: 'Ticket' } },
    { id: 'night', type: 'calendar', attrs: { title: 'The play', starts: '{{ event.starts }}', when: 'tonight' } },
  ];
  const composition = { editorVersion: 3, target: 'email', document: { blocks } };
  const input = { subject: 'Your ticket', fromLocalPart: 'shop', composition };
  await saveTemplate(shop.ctx, { eventType: 'ticket.sold', input });
});
afterAll(() => world.close());

const payload = { seat: 'A 17', starts: '2027-01-15T19:00:00Z' };

async function emitted() {
  const [email = ''] = people(1);
  const { record } = await emitEvent(shop.ctx, shop.id, {
    type: 'ticket.sold',
    idempotencyKey: email,
    recipient: { email },
    payload,
  });
  await shop.send();
  const mail = world.sink.mails.findLast(({ to }) => to.includes(email));
  if (!mail) throw new Error('No mail came');
  return { id: record.message?.id ?? '', mail: await PostalMime.parse(mail.raw) };
}

test('its QR code is a picture within the HTML, its calendar a file beside it', async () => {
  const { mail } = await emitted();
  const { html = '', text, attachments } = mail;
  const [, id] = /src="cid:([^"]*)"/.exec(html) ?? [];
  expect(attachments).toMatchObject([
    { mimeType: 'image/png', disposition: 'inline', contentId: `<${id}>` },
    { mimeType: 'text/calendar', disposition: 'attachment', filename: 'event.ics', method: 'PUBLISH' },
  ]);
  expect(html).not.toContain('data:');
  expect(text).toContain('Ticket: https://shop.example/A%2017');
});

test('people who look into it see the code, and what comes along', async () => {
  const preview = await previewTemplate(shop.ctx, { eventType: 'ticket.sold', input: { payload } });
  const seen = await readContent(shop.ctx, shop.id, (await emitted()).id);
  for (const { html, files } of [preview, seen]) {
    expect(html).toMatch(/src="data:image\/png;base64,[^"]+"/);
    expect(files.map(({ filename }) => filename)).toEqual(['event.ics']);
  }
});

test('a test mail takes them along too', async () => {
  const { result } = await sendTestMail(shop.ctx, { eventType: 'ticket.sold', input: { to: 'me@shop.test', payload } });
  expect(result?.outcome).toBe('delivered');
  const mail = world.sink.mails.findLast(({ to }) => to.includes('me@shop.test'));
  const { html = '', attachments } = await PostalMime.parse(mail?.raw ?? '');
  expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar']);
  expect(html).toContain(`src="cid:${attachments[0]?.contentId?.slice(1, -1)}"`);
});
