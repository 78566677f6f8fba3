import type { Queryable } from '../../db/connections/pool.ts';
import type { Config } from '../../ground/config/config.ts';
import { day } from '../../ground/time/durations.ts';
import type { LetterFile } from '../../transport/answers/letter-files.ts';
import type { Letter } from '../../transport/answers/read-letter.ts';
import type { SpamVerdict } from '../../transport/answers/spam-filter.ts';
import type { Answered } from './find-answered.ts';

/** An answer as it is stored. */
export interface NewReply {
  readonly id: string;
  readonly message: Answered;
  readonly createdAt: Date;
  readonly contentUntil: Date;
  readonly fromRecipient: boolean;
  readonly letter: Pick<
    Letter,
    'from' | 'subject' | 'mailId' | 'answers' | 'text' | 'answer' | 'isCut' | 'isAutomatic'
  >;
  readonly files: readonly LetterFile[];
  readonly spam: SpamVerdict | null;
}

/**
 * When the content of an answer goes: as late as that of the mail that it answers and quotes, counted from the answer
 * (docs/rules.md#answers). A type that keeps nothing takes no answers; what the simulator writes about its mail stays a day.
 */
export function contentUntil(config: Config, contentDays: number | null, at: Date): Date {
  const days = Math.min(contentDays ?? config.messageContentDays, config.messageContentDays);
  return new Date(at.getTime() + Math.max(1, days) * day);
}

/** Stores an answer with its files. The caller holds the lock of the message. */
export async function keepReply(client: Queryable, reply: NewReply): Promise<void> {
  const { id, message, createdAt, letter, files, spam } = reply;
  await client.query(
    `INSERT INTO message_replies (workspace_id, message_id, id, created_at, automatic, from_recipient, from_address, from_name,
                                  mail_id, in_reply_to, subject, text, answer, cut, spam, spam_score, spam_threshold,
                                  content_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      message.workspaceId,
      message.id,
      id,
      createdAt,
      letter.isAutomatic,
      reply.fromRecipient,
      letter.from.address,
      letter.from.name,
      letter.mailId,
      letter.answers[0] ?? null,
      letter.subject,
      letter.text,
      letter.answer,
      letter.isCut,
      spam?.isSpam ?? null,
      spam?.score ?? null,
      spam?.threshold ?? null,
      reply.contentUntil,
    ],
  );
  // One by one: a file may have megabytes.
  for (const [index, { filename, mediaType, content }] of files.entries()) {
    await client.query(
      `INSERT INTO reply_files (workspace_id, message_id, reply_id, position, filename, media_type, bytes, content)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [message.workspaceId, message.id, id, index + 1, filename, mediaType, content.length, content],
    );
  }
}
