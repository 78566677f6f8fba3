import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { newId } from '../../ground/ids.ts';
import { hour } from '../../ground/time/durations.ts';
import type { InboundLetter, LetterResult } from '../../transport/answers/take-letters.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import { type Answered, findAnswered } from './find-answered.ts';
import { contentUntil, keepReply } from './keep-reply.ts';
import { automaticMax, fileBytesOfMessage, repliesAnHour, repliesMax } from './reply-limits.ts';

interface AnsweredMessage {
  readonly platformId: string;
  readonly addressHash: Buffer;
  readonly contentDays: number | null;
  readonly simulated: boolean;
}

/**
 * Stores an answer and tells of it: `message.replied`, in one transaction. An answer of a program is stored and told to
 * nobody, so that no program answers it (docs/rules.md#robots-among-answers). A mail that comes twice is stored once.
 */
export async function recordReply(app: App, inbound: InboundLetter): Promise<LetterResult> {
  const message = await findAnswered(app, inbound.messageId, inbound.letter.answers);
  if (message === null) return 'gone';
  const { result, woken } = await app.db.transaction((client) => recordIn(app, client, message, inbound));
  await app.wake.ask('webhooks', woken);
  return result;
}

interface Recorded {
  readonly result: LetterResult;
  readonly woken: readonly TurnKey[];
}

const told = (result: LetterResult): Recorded => ({ result, woken: [] });

async function recordIn(
  app: App,
  client: Queryable,
  message: Answered,
  { letter, spam }: InboundLetter,
): Promise<Recorded> {
  const answered = await lockMessage(client, message);
  if (answered === null) return told('gone');
  const at = app.clock.now();
  const before = await countReplies(client, message, { since: new Date(at.getTime() - hour), mailId: letter.mailId });
  if (before.known) return told('taken');
  const bytes = letter.files.reduce((sum, { content }) => sum + content.length, 0);
  if (letter.isAutomatic && before.automatic >= automaticMax) return told('taken');
  if (!letter.isAutomatic && before.byPeople >= repliesMax) return told('full');
  if (before.fileBytes + bytes > fileBytesOfMessage) return told('full');
  if (!letter.isAutomatic && before.recent >= repliesAnHour) return told('often');
  const { platformId, addressHash, contentDays, simulated } = answered;
  const { address } = letter.from;
  const id = newId(at);
  await keepReply(client, {
    id,
    message,
    createdAt: at,
    contentUntil: contentUntil(app.config, contentDays, at),
    fromRecipient: address !== null && app.secrets.addressHash(address).equals(addressHash),
    letter,
    files: letter.files,
    spam,
  });
  if (letter.isAutomatic) return told('taken');
  const cause = {
    platformId,
    type: 'message.replied',
    source: 'recipient',
    simulated,
    workspaceId: message.workspaceId,
    messageId: message.id,
    // The rest of the body is read when it is sent, as it is then.
    details: { reply: { id } },
    at,
  } as const;
  return { result: 'taken', woken: await recordWebhooks(app, client, [cause]) };
}

/** Null: it was erased or removed meanwhile. */
async function lockMessage(client: Queryable, { workspaceId, id }: Answered): Promise<AnsweredMessage | null> {
  const { rows } = await client.query<AnsweredMessage>(
    `SELECT platform_id AS "platformId", address_hash AS "addressHash", content_days AS "contentDays",
       simulation IS NOT NULL AS simulated
     FROM messages WHERE workspace_id = $1 AND id = $2 AND recipient IS NOT NULL FOR NO KEY UPDATE`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

interface Counts {
  readonly byPeople: number;
  readonly recent: number;
  readonly automatic: number;
  readonly fileBytes: number;
  /** Whether the same mail came before. */
  readonly known: boolean;
}

async function countReplies(
  client: Queryable,
  { workspaceId, id }: Answered,
  { since, mailId }: { readonly since: Date; readonly mailId: string | null },
): Promise<Counts> {
  const { rows } = await client.query<Counts>(
    `SELECT count(*) FILTER (WHERE NOT automatic)::int AS "byPeople",
       count(*) FILTER (WHERE NOT automatic AND created_at > $3)::int AS recent,
       count(*) FILTER (WHERE automatic)::int AS automatic,
       coalesce(bool_or(mail_id = $4), false) AS known,
       (SELECT coalesce(sum(f.bytes), 0)::int FROM reply_files f WHERE f.workspace_id = $1 AND f.message_id = $2) AS "fileBytes"
     FROM message_replies WHERE workspace_id = $1 AND message_id = $2`,
    [workspaceId, id, since, mailId],
  );
  const [counts] = rows;
  if (!counts) throw new Error('A count returns one row');
  return counts;
}
