/** Images that the mail shows by their `content_id` (docs/rules.md#inline-images). */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { files } from '../files.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
  const field = (name: string) => ({ name, type: 'string', required: false });
  await saveEventType(shop.ctx, { name: 'ticket.sold', input: { fields: [field('picture'), field('id')] } });
  const image = (id: string, src: string) => ({ id, type: 'image', attrs: { src, alt: `Picture ${id}` } });
  const blocks = [
    image('fixed', 'cid:logo'),
    image('value', '{{ event.picture }}'),
    image('joined', 'cid:{{ event.id }}'),
    { id: 'html', type: 'html', attrs: { html: '<img src="cid:own" alt="own"><a href="cid:own">no link</a>' } },
  ];
  const composition = { editorVersion: 3, target: 'email', document: { blocks } };
  await saveTemplate(shop.ctx, {
    eventType: 'ticket.sold',
    input: { subject: 'Your ticket', fromLocalPart: 'shop', composition },
  });
});
afterAll(() => world.close());

let keys = 0;
async function mailOf(payload: object, attachments: readonly object[]) {
  const [email = ''] = people(1);
  keys += 1;
  await emitEvent(shop.ctx, shop.id, {
    type: 'ticket.sold',
    idempotencyKey: `key-${keys}`,
    recipient: { email },
    payload,
    attachments,
  });
  await shop.send();
  const mail = world.sink.mails.findLast(({ to }) => to.includes(email));
  if (!mail) throw new Error('No mail came');
  return PostalMime.parse(mail.raw);
}

const image = (contentId?: string) => ({
  filename: 'dot.png',
  content: files.png.toString('base64'),
  ...(contentId !== undefined && { contentId }),
});

test('are shown wherever an image of the template has their address, and their bytes come with the mail', async () => {
  const pdf = { filename: 'ticket.pdf', content: files.pdf.toString('base64') };
  const {
    html = '',
    text = '',
    attachments,
  } = await mailOf({ picture: 'cid:qr@shop', id: 'seat' }, [
    image('logo'),
    pdf,
    image('qr@shop'),
    image('seat'),
    image(),
  ]);
  for (const id of ['logo', 'qr@shop', 'seat', 'own']) expect(html).toContain(`src="cid:${id}"`);
  expect(html).not.toContain('href="cid:');
  expect(text).not.toContain('cid:');
  expect(text).toContain('Picture value');
  expect(attachments.map(({ contentId, disposition }) => [contentId, disposition])).toEqual([
    ['<logo>', 'inline'],
    ['<qr@shop>', 'inline'],
    ['<seat>', 'inline'],
    [undefined, 'attachment'],
    [undefined, 'attachment'],
  ]);
  const bytes = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
  expect(bytes.map((one) => one.equals(files.png))).toEqual([true, true, true, false, true]);
});

test('are gone with the outcome, as all files are', async () => {
  await mailOf({ picture: 'cid:a' }, [image('a')]);
  expect((await world.app.db.pool.query('SELECT FROM attachments')).rowCount).toBe(0);
});
