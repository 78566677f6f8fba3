/** One mail of the inbox, parsed from its source. */
import { LRUCache } from 'lru-cache';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import type { InboxMails } from '../inbox-mails.ts';

export interface ReadMail {
  readonly raw: Buffer;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly MailFile[];
}

export interface MailFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A page requests a mail, its HTML and its files one after another. */
const mailsKept = 4;

/** Returns a mail by its id; rejects when there is none. */
export function createMailReader(mails: InboxMails): (id: string) => Promise<ReadMail> {
  const known = new LRUCache<string, ReadMail>({ max: mailsKept });
  return async (id) => {
    const kept = known.get(id);
    if (kept) return kept;
    const { raw } = await mails.read(id);
    const mail = shown(raw, await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' }));
    known.set(id, mail);
    return mail;
  };
}

function shown(raw: Buffer, { html, text, headers, attachments }: Email): ReadMail {
  return {
    raw,
    html: html ?? null,
    text: text ?? null,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    attachments: attachments.map(({ filename, mimeType, content }, at) => ({
      filename: filename ?? `attachment-${at + 1}`,
      mediaType: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
  };
}
