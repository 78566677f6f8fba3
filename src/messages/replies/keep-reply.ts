import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
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

const columns = rowsOf<NewReply>({
  workspace_id: ['text', ({ message }) => message.workspaceId],
  message_id: ['text', ({ message }) => message.id],
  id: ['text', ({ id }) => id],
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  automatic: ['boolean', ({ letter }) => letter.isAutomatic],
  from_recipient: ['boolean', ({ fromRecipient }) => fromRecipient],
  from_address: ['text', ({ letter }) => letter.from.address],
  from_name: ['text', ({ letter }) => letter.from.name],
  mail_id: ['text', ({ letter }) => letter.mailId],
  in_reply_to: ['text', ({ letter }) => letter.answers[0] ?? null],
  subject: ['text', ({ letter }) => letter.subject],
  text: ['text', ({ letter }) => letter.text],
  answer: ['text', ({ letter }) => letter.answer],
  cut: ['boolean', ({ letter }) => letter.isCut],
  spam: ['boolean', ({ spam }) => spam?.isSpam ?? null],
  spam_score: ['float8', ({ spam }) => spam?.score ?? null],
  spam_threshold: ['float8', ({ spam }) => spam?.threshold ?? null],
  content_until: ['timestamptz', (reply) => reply.contentUntil],
});

const insertReply = statement({
  rows: { i: columns },
  text: ({ i }) => {
    const names = columns.names.join(', ');
    return `INSERT INTO message_replies (${names}) SELECT ${names} FROM ${i}`;
  },
});

/** Stores an answer with its files. The caller holds the lock of the message. */
export async function keepReply(client: Queryable, reply: NewReply): Promise<void> {
  const { id, message, files } = reply;
  await client.query(insertReply({ i: [reply] }));
  // One by one: a file may have megabytes.
  for (const [index, { filename, mediaType, content }] of files.entries()) {
    await client.query(
      `INSERT INTO reply_files (workspace_id, message_id, reply_id, position, filename, media_type, bytes, content)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [message.workspaceId, message.id, id, index + 1, filename, mediaType, content.length, content],
    );
  }
}
