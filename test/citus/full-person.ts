/** Somebody of whom a workspace of a cluster holds all that it can, and what others hold that names them. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contactToken } from '../../src/contacts/contact-token.ts';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { noteRefusedEmit } from '../../src/events/refused/note-refused-emit.ts';
import { createFile } from '../../src/files/create-file.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { day } from '../../src/ground/time/durations.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import { recordReply } from '../../src/messages/replies/record-reply.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { leaveMarketing } from '../../src/people/leave-marketing.ts';
import { recordOpen } from '../../src/people/record-open.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { readLetter } from '../../src/transport/answers/read-letter.ts';
import { files } from '../events/files.ts';
import type { Shops } from './shops.ts';

export const address = 'ada.lovelace@example.com';
export const reference = 'customer-lovelace';
const browser = 'Mozilla/5.0 (X11; Linux) Firefox/140';
const payloadFor = (name: string) => ({
  customer_name: name,
  order_number: '1',
  tracking_url: 'https://example.com/1',
});
/** Of mail to the person; the content of others is not searched. */
const payload = payloadFor('Ada Lovelace');

/** Returns the id of the message. */
export async function emitTo({ tenant }: Shops, shop: string, recipient: object, more: object = {}): Promise<string> {
  const { record } = await emitEvent(tenant.ctx, shop, {
    ...{ type: 'order.shipped', recipient, idempotencyKey: randomUUID(), payload: payloadFor('Ada'), ...more },
  });
  return record.message?.id ?? '';
}

/** Delivers what is due. */
export async function deliver(shops: Shops): Promise<void> {
  const outcomes = (await shops.claimed()).map((message) =>
    shops.outcome(message, { state: 'delivered', evidence: 'exchanger' }),
  );
  await recordOutcomes(shops.world.app, outcomes, requestLimits);
}

/** Fetches the pixel of a mail as a browser does. */
export async function open({ world }: Shops, messageId: string, agent = browser): Promise<void> {
  await recordOpen(world.app, openPixelUrl(world.app, messageId).split('/').at(-1) ?? '', agent);
}

/** An endpoint that hears of the person. */
export async function addEndpoint({ tenant, sql }: Shops): Promise<void> {
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, $1 || 'e', 'https://hooks.example.com/', '{message.delivered,contact.left_marketing}', now(), now())`,
    tenant.platformId,
  );
}

export async function fillPerson(shops: Shops, shop: string): Promise<void> {
  const { world, tenant, sql } = shops;
  const { ctx } = tenant;
  const contact = `ref:${reference}`;
  world.advance(1_000);
  const now = world.now().toISOString();
  const given = { tags: ['Friends of Lovelace', 'Everybody'], marketing: { state: 'subscribed', at: now } };
  await upsertContact(ctx, shop, contact, { email: 'lovelace@old.example.com' });
  await emitTo(shops, shop, { contact }, { payload });
  const { id } = await upsertContact(ctx, shop, contact, { email: address, ...given, pixelConsentAt: now });
  await upsertContact(ctx, shop, 'ref:bystander', { email: 'bystander@example.com', tags: ['Everybody'] });
  const opened = await emitTo(shops, shop, { contact }, { payload, idempotencyKey: `order:${address}` });
  await emitTo(shops, shop, { email: address }, { payload, metadata: { who: 'lovelace' } });
  await deliver(shops);
  await open(shops, opened);
  world.advance(1_000);
  expect(
    (await leaveMarketing(world.app, contactToken(world.app.secrets, { workspaceId: shop, id }), 'link'))?.left,
  ).toBe(true);
  // Mail that waits, copies in both directions, and mail that leaves later.
  await emitTo(shops, shop, { email: address }, { payload, cc: ['copied@example.com'], bcc: ['hidden@example.com'] });
  await emitTo(shops, shop, { email: 'to@example.com' }, { cc: [address, 'copied@example.com'] });
  const sendAt = new Date(world.now().getTime() + 20 * day).toISOString();
  await emitTo(shops, shop, { contact }, { payload, sendAt });
  await tellOthers(shops, shop);
  const own = await suppressByHand(ctx, shop, { email: address, note: 'Lovelace called' });
  await liftSuppression(ctx, shop, own, 'Lovelace called again');
  await sql(
    'INSERT INTO mailbox_fault_days (workspace_id, address_hash, day, at) VALUES ($1, $2, now(), now())',
    ...[shop, world.app.secrets.addressHash(address)],
  );
}

/** Rows of others that name the person. */
async function tellOthers(shops: Shops, shop: string): Promise<void> {
  const { world, tenant } = shops;
  const { ctx } = tenant;
  const messageId = await emitTo(
    shops,
    shop,
    { email: 'other@example.com' },
    { metadata: { asked_by: address }, idempotencyKey: `for:${address}:2` },
  );
  const mail = `Message-ID: <${shop}@x>\r\nFrom: Ada <${address}>\r\n\r\nForwarded to me.`;
  const letter = readLetter(Buffer.from(mail), 'other@example.com');
  const attached = [{ filename: 'lovelace.pdf', mediaType: 'application/pdf', content: Buffer.from('x') }];
  const told = { messageId, letter: { ...letter, files: attached }, spam: null };
  expect(await recordReply(world.app, told)).toBe('taken');
  const error = new DomainError('validation_failed', undefined, { errors: { payload: ['is required'] } });
  const refused = { requestId: randomUUID(), eventType: 'order.shipped', idempotencyKey: `refused:${address}`, error };
  noteRefusedEmit(ctx, { ...refused, workspace: shop, recipient: { contact: `ref:${reference}` } });
  noteRefusedEmit(ctx, { ...refused, workspace: 'ref:nowhere', recipient: { email: address } });
  await world.app.parts.refusedEmits.settled();
  await suppressByHand(ctx, shop, { email: `else-${shop}@example.com`, note: `Ask ${address}` });
  const wide = { email: `wide-${shop}@example.com`, reach: 'platform', note: `Ask ${address} too` };
  await suppressByHand(ctx, shop, wide);
  await createFile(ctx, { filename: `to ${address}.pdf`, content: files.pdf.toString('base64') });
}
