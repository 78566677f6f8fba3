/** A reply on the demo platform, so that the examples of /docs and the console have one. */
import type { Ctx } from '../context.ts';
import { recordReply } from '../messages/replies/record-reply.ts';
import { readLetter } from '../transport/answers/read-letter.ts';

const mailFrom = (address: string) => [
  `From: Ada Lovelace <${address}>`,
  'Subject: Re: Order 995 has left us',
  'Message-ID: <demo-reply-995@example.com>',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Thank you! Could you leave the parcel with my neighbour?',
  '',
  'Ada',
  '',
  'On Mon, 2 Mar 2026 at 10:00, Demo shop <orders@demo.test> wrote:',
  '> Order 995 has left us.',
];

/** Returns the id of the reply. One of an earlier start stays, and is no second one: its mail has the same id. */
export async function addReply({ app, platformId }: Ctx, messageId: string, pdf: Buffer): Promise<string> {
  const address = `delivered+995@${app.config.simulatorDomain}`;
  const letter = readLetter(Buffer.from(mailFrom(address).join('\r\n')), address);
  const files = [{ filename: 'map.pdf', mediaType: 'application/pdf', content: pdf }];
  await recordReply(app, { messageId, letter: { ...letter, files }, spam: null });
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT r.id FROM message_replies r JOIN messages m ON m.workspace_id = r.workspace_id AND m.id = r.message_id
     WHERE m.platform_id = $1 AND m.id = $2 ORDER BY r.id LIMIT 1`,
    [platformId, messageId],
  );
  return rows[0]?.id ?? '';
}
