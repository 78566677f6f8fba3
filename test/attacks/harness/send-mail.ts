/** One mail to the inbound listener, as a client that keeps to the protocol sends it. */
import type { World } from './attack.ts';
import type { RawSocket } from './raw-socket.ts';
import { type Reply, unanswered } from './reply.ts';

export interface MailGiven {
  /** With CRLF and dots doubled, without the last dot. */
  readonly raw: string | Uint8Array | Iterable<string | Uint8Array>;
  readonly to?: readonly string[];
}

/** A mailbox that takes reports from everybody: no key, no signed address. */
export const abuseMailbox = 'abuse@bounces.localhost';

/** For an answer; milliseconds. */
const patience = 60_000;

export async function sendMail(world: World, { raw, to = [abuseMailbox] }: MailGiven): Promise<Reply> {
  const socket = await world.socket('inbound');
  const commands = ['EHLO attacker.example', 'MAIL FROM:<>', ...to.map((each) => `RCPT TO:<${each}>`), 'DATA'];
  if (!(await socket.reads(/^220.*\r\n/, patience))) return smtpReply(socket);
  let replies = 1;
  for (const command of commands) {
    await socket.write(`${command}\r\n`);
    replies += 1;
    const count = replies;
    if (!(await socket.reads(finalReplies(count), patience))) return smtpReply(socket);
    if (/^[45]/.test(lastReply(socket.text))) break;
  }
  if (!/^354/.test(lastReply(socket.text))) return smtpReply(socket);
  const parts = typeof raw === 'string' || raw instanceof Uint8Array ? [raw] : raw;
  for (const part of parts) if (!(await socket.write(part))) break;
  await socket.write('\r\n.\r\n');
  await socket.reads(finalReplies(replies + 1), patience);
  const reply = smtpReply(socket);
  socket.destroy();
  return reply;
}

/** So many replies, the lines before the last of each left out. */
function finalReplies(count: number): RegExp {
  return new RegExp(`(?:^\\d{3} .*\\r\\n[^]*?){${count}}`, 'm');
}

function lastReply(text: string): string {
  return /(?:^|\n)(\d{3} [^\r\n]*)\r\n$/.exec(text)?.[1] ?? '';
}

/** The last reply's code. Clear: any but silence. */
export function smtpReply(socket: RawSocket): Reply {
  const code = lastReply(socket.text).slice(0, 3);
  if (code === '' || code === '354') return unanswered(socket.closed ? 'connection closed' : 'no SMTP reply');
  return { label: code, clear: true };
}
