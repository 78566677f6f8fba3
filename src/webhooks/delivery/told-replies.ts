/** The answers of which webhooks tell, as their bodies show them (docs/rules.md#webhook-body). */
import type { Webhook } from '../../../prisma/generated/client.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { WebhookType } from '../webhook-types.ts';

/** The type whose bodies have an answer. */
const repliedType: WebhookType = 'message.replied';

/** An answer in a body. Its texts are null once its content is gone. */
export interface ToldReply {
  readonly id: string;
  readonly from: { readonly address: string | null; readonly name: string | null; readonly is_recipient: boolean };
  readonly subject: string | null;
  readonly text: string | null;
  /** The part above the quote. */
  readonly answer: string | null;
  readonly is_cut: boolean;
  readonly mail_id: string | null;
  readonly in_reply_to: string | null;
  readonly attachments: readonly {
    readonly position: number;
    readonly filename: string;
    readonly media_type: string;
    readonly bytes: number;
  }[];
  readonly spam: { readonly is_spam: boolean; readonly score: number; readonly threshold: number } | null;
}

/** Characters of a text in a body: a page of webhooks, each with its body, fits a response. */
const charactersTold = 16_384;

const repliesStatement = `
  SELECT r.id,
    jsonb_build_object('address', r.from_address, 'name', r.from_name, 'is_recipient', r.from_recipient) AS "from",
    r.subject, left(r.text, ${charactersTold}) AS text, left(r.answer, ${charactersTold}) AS answer,
    r.cut OR coalesce(length(r.text) > ${charactersTold}, false) AS is_cut, r.mail_id, r.in_reply_to,
    CASE WHEN r.spam IS NOT NULL
      THEN jsonb_build_object('is_spam', r.spam, 'score', r.spam_score, 'threshold', r.spam_threshold) END AS spam,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('position', f.position, 'filename', f.filename, 'media_type', f.media_type,
                                          'bytes', f.bytes) ORDER BY f.position)
      FROM reply_files f
      WHERE f.message_id = r.message_id AND f.workspace_id = r.workspace_id AND f.reply_id = r.id), '[]') AS attachments
  FROM message_replies r
  WHERE r.message_id = ANY($1) AND r.workspace_id = ANY($2) AND r.id = ANY($3)`;

/** Webhook id to answer; webhooks of other types, and those with contents of a test, have none. */
export async function readToldReplies(
  db: Queryable,
  webhooks: readonly Pick<Webhook, 'id' | 'type' | 'workspaceId' | 'messageId' | 'details'>[],
): Promise<ReadonlyMap<string, ToldReply>> {
  const asked = webhooks.flatMap((webhook) => {
    const { id, type, workspaceId, messageId, details } = webhook;
    if (type !== repliedType || workspaceId === null || messageId === null) return [];
    return [{ id, workspaceId, messageId, replyId: (details as { readonly reply: { readonly id: string } }).reply.id }];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<ToldReply>(repliesStatement, [
    asked.map(({ messageId }) => messageId),
    asked.map(({ workspaceId }) => workspaceId),
    asked.map(({ replyId }) => replyId),
  ]);
  const replies = new Map(rows.map(shown).map((reply) => [reply.id, reply]));
  return new Map(
    asked.flatMap(({ id, replyId }) => {
      const reply = replies.get(replyId);
      return reply ? [[id, reply] as const] : [];
    }),
  );
}

/** In the order in which bodies are read. */
function shown(row: ToldReply): ToldReply {
  const { id, from, subject, text, answer, is_cut, mail_id, in_reply_to, attachments, spam } = row;
  const { address, name, is_recipient } = from;
  return {
    id,
    from: { address, name, is_recipient },
    subject,
    text,
    answer,
    is_cut,
    mail_id,
    in_reply_to,
    attachments: attachments.map(({ position, filename, media_type, bytes }) => ({
      position,
      filename,
      media_type,
      bytes,
    })),
    spam,
  };
}
