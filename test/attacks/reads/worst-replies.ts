/** Answers to one message, as many and as long as one message takes (docs/rules.md#what-one-mail-allows). By SQL. */
import { automaticMax, fileBytesOfMessage, repliesMax } from '../../../src/messages/replies/reply-limits.ts';
import { fileBytesMax } from '../../../src/transport/answers/letter-files.ts';
import { letterTextMax } from '../../../src/transport/answers/read-letter.ts';
import { newIds, type WorstPlace } from './worst-place.ts';

/** Returns the dearest message that is asked for. */
export async function worstMessage({ platform, sql }: Pick<WorstPlace, 'platform' | 'sql'>): Promise<string> {
  const { rows } = await sql(
    `SELECT m.id FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
     WHERE e.platform_id = $1 AND e.type = 'worst.boxes' AND m.values IS NOT NULL ORDER BY m.id DESC LIMIT 1`,
    [platform.id],
  );
  return rows[0].id;
}

/** The first answers have the largest file. */
export async function worstReplies(place: WorstPlace): Promise<void> {
  const { workspace, sql } = place;
  const message = await worstMessage(place);
  await sql(
    `INSERT INTO message_replies (workspace_id, message_id, id, created_at, automatic, from_recipient, from_address,
       from_name, mail_id, in_reply_to, subject, text, answer, cut, spam, spam_score, spam_threshold, content_until)
     SELECT $1, $2, id, now(), n > ${repliesMax}, false, rpad('a@', 254, 'x'), repeat('漢', 255),
       '<' || repeat('x', 498) || '>', '<' || repeat('x', 498) || '>', repeat('漢', 998),
       repeat('漢', ${letterTextMax}), repeat('漢', ${letterTextMax}), true, false, 0.1, 5, now() + interval '1 day'
     FROM unnest($3::text[]) WITH ORDINALITY t (id, n)`,
    [workspace, message, newIds(repliesMax + automaticMax)],
  );
  await sql(
    `INSERT INTO reply_files (workspace_id, message_id, reply_id, position, filename, media_type, bytes, content)
     SELECT $1, $2, r.id, 1, repeat('x', 200), 'application/pdf', ${fileBytesMax},
       decode(repeat('00ff', ${fileBytesMax / 2}), 'hex')
     FROM (SELECT id FROM message_replies WHERE workspace_id = $1 AND message_id = $2 ORDER BY id
           LIMIT ${fileBytesOfMessage / fileBytesMax}) r`,
    [workspace, message],
  );
}
