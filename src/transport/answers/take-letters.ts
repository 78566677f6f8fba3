/** Takes answers that come to signed addresses (docs/rules.md#answers). Nothing is ever sent back but the reply of SMTP. */
import { giveWay } from '../../ground/give-way/give-way.ts';
import type { Log } from '../../ground/log/log.ts';
import { createOrderedRoom } from '../../ground/rooms/place-room.ts';
import type { Secrets } from '../../ground/secrets.ts';
import { messageHeader, readReplyAddress } from '../mail/return-path.ts';
import { createLetterRoom } from './letter-room.ts';
import { type Letter, readLetter } from './read-letter.ts';
import { askSpamFilter, type SpamFilter, type SpamVerdict } from './spam-filter.ts';

/** Servers that a mail may have passed; one that goes round in circles has passed more (RFC 5321, 6.3). */
const hopsMax = 50;

/** An answer to a message, whose signed address it came to. */
export interface InboundLetter {
  readonly messageId: string;
  readonly letter: Letter & { readonly files: NonNullable<Letter['files']> };
  /** Null: nobody was asked, or no verdict came. */
  readonly spam: SpamVerdict | null;
}

/**
 * `taken`: it is kept, or was before, or there are enough of its kind. `gone`: the message takes no answers any more. `full`, `often`: it has had as many as
 * one message, or one hour, may have.
 */
export type LetterResult = 'taken' | 'gone' | 'full' | 'often';

export interface LetterOptions {
  readonly secrets: Secrets;
  readonly log: Log;
  /** Null: no verdicts. */
  readonly spamFilter: SpamFilter | null;
  /** When it throws, the client is asked to retry. */
  onLetter(letter: InboundLetter): Promise<LetterResult>;
}

interface Refusal {
  readonly code: number;
  readonly text: string;
}

const refusals = {
  too_large: { code: 552, text: '5.3.4 The mail is too large: its files may have 10 MB together' },
  no_room: { code: 452, text: '4.3.1 Too many mails at once; try again later' },
  too_slow: { code: 451, text: '4.4.2 The mail comes too slowly; try again later' },
  loop: { code: 554, text: '5.4.6 The mail goes round in circles' },
  gone: { code: 550, text: '5.1.1 This mail takes no answers any more' },
  full: { code: 552, text: '5.2.2 This mail has had too many answers' },
  often: { code: 450, text: '4.2.1 This mail has had too many answers lately; try again later' },
} as const satisfies Readonly<Record<string, Refusal>>;

export interface Letters {
  /** Null: the mail was taken. Rejects when it did not come whole, or could not be recorded. */
  take(stream: AsyncIterable<Buffer>, envelope: LetterEnvelope): Promise<Refusal | null>;
}

export interface LetterEnvelope {
  /** The messages whose signed addresses it is for. */
  readonly messageIds: readonly string[];
  /** Empty for none. */
  readonly sender: string;
}

export function createLetters(options: LetterOptions): Letters {
  const { secrets, log, spamFilter } = options;
  const room = createLetterRoom();
  /** Mails are read one by one: what they take never adds up to one pause. */
  const reading = createOrderedRoom(1);

  return {
    async take(stream, envelope) {
      const done = await room.hold(stream, envelope.messageIds, (raw) => takeWhole(raw, envelope));
      return done === 'taken' ? null : refusals[done];
    },
  };

  async function takeWhole(
    raw: Buffer,
    { messageIds, sender }: LetterEnvelope,
  ): Promise<'taken' | keyof typeof refusals> {
    const letter = await reading(async () => {
      await giveWay();
      return readLetter(raw, sender);
    });
    const { files, header, hops, from } = letter;
    // Mail of this service, or of another one like it, that was sent to such an address.
    if (hops > hopsMax || header.has(messageHeader.toLowerCase())) return 'loop';
    if (files === null) return 'too_large';
    if (letter.isReport) {
      log.info({ messages: messageIds }, 'a report came to a reply address, and was passed over');
      return 'taken';
    }
    // An answer that names an address of ours as its sender would be answered by a mail to ourselves.
    const isAutomatic =
      letter.isAutomatic || (from.address !== null && readReplyAddress(secrets, from.address) !== null);
    const spam = spamFilter !== null && !isAutomatic ? await askSpamFilter(spamFilter, raw) : null;
    const results: LetterResult[] = [];
    for (const messageId of messageIds) {
      results.push(await options.onLetter({ messageId, letter: { ...letter, files, isAutomatic }, spam }));
    }
    log.info({ messages: messageIds, results, automatic: isAutomatic, files: files.length }, 'answer received');
    const refused = results.find((result) => result !== 'taken');
    return refused === undefined || results.includes('taken') ? 'taken' : refused;
  }
}
