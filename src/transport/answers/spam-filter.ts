/** Asks SpamAssassin's daemon about an answer, by its own protocol (docs/rules.md#spam-verdicts). */
import { connect } from 'node:net';

/** Mails above this size are not asked about, as `spamc` does by default; bytes. */
const askedBytesMax = 512_000;
/** From the connection to the verdict; milliseconds. */
const answerTime = 10_000;
/** Bytes of an answer that are read. */
const answerBytesMax = 16_384;

export interface SpamVerdict {
  readonly isSpam: boolean;
  readonly score: number;
  /** The score from which on the filter calls a mail spam. */
  readonly threshold: number;
}

export interface SpamFilter {
  readonly host: string;
  readonly port: number;
}

/** Null: the mail is too large to be asked about, or the filter gave no verdict in time. Never rejects. */
export function askSpamFilter(
  { host, port }: SpamFilter,
  mail: Buffer,
  time = answerTime,
): Promise<SpamVerdict | null> {
  if (mail.length > askedBytesMax) return Promise.resolve(null);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host, port });
    const timer = setTimeout(() => end(), time);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readVerdict(answer));
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      socket.write(`CHECK SPAMC/1.5\r\nContent-length: ${mail.length}\r\n\r\n`);
      socket.end(mail);
    });
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > answerBytesMax) end();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}

const verdict = /^spam: (true|false|yes|no) ; (-?\d{1,6}(?:\.\d{1,6})?) \/ (-?\d{1,6}(?:\.\d{1,6})?)$/i;

/** `Spam: True ; 6.4 / 5.0`, after a first line that says EX_OK. */
function readVerdict(answer: string): SpamVerdict | null {
  const [first = '', ...fields] = answer.slice(0, answerBytesMax).split(/\r?\n/, 50);
  if (!/^SPAMD\/[\d.]{1,10} 0 /.test(first)) return null;
  const [, said, score, threshold] = fields.map((field) => verdict.exec(field.trim())).find((found) => found) ?? [];
  if (said === undefined) return null;
  return { isSpam: /^(?:true|yes)$/i.test(said), score: Number(score), threshold: Number(threshold) };
}
