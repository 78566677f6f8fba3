/** The inbox's list: the data that its page shows of each mail, newest first, with search. */
import { decodeWords } from 'postal-mime';

/** A mail in MailDev's form. */
export interface StoredMail {
  readonly id: string;
  readonly subject?: string;
  readonly time: string | Date;
  readonly text?: string;
  readonly from?: readonly { readonly address: string; readonly name?: string }[];
  readonly envelope: { readonly to: readonly { readonly address: string }[] };
  readonly headers: Readonly<Record<string, unknown>>;
  readonly attachments?: readonly unknown[] | null;
  read: boolean;
}

export interface ListedMail {
  readonly id: string;
  readonly subject: string;
  readonly to: readonly string[];
  readonly from: string;
  /** Null: the mail has no such field. */
  readonly eventType: string | null;
  readonly workspace: string | null;
  readonly locale: string | null;
  readonly time: string;
  readonly attachments: number;
  readonly read: boolean;
}

export interface MailList {
  readonly mails: readonly ListedMail[];
  /** Mails that the search finds, and mails in the inbox. */
  readonly found: number;
  readonly total: number;
}

/** Characters of a mail's text that a search reads, and of the search itself. */
const searchedText = 4_000;
const searchMax = 200;
/** Rows of one list, at most. */
const rowsMax = 5_000;

const searchable = new WeakMap<StoredMail, string>();

export function listMails(
  store: readonly StoredMail[],
  { search, limit }: { search: string; limit: number },
): MailList {
  const terms = search.slice(0, searchMax).toLowerCase().split(/\s+/).filter(Boolean);
  const found = store.filter((mail) => terms.every((term) => searchTextOf(mail).includes(term)));
  const rows = found.slice(-Math.min(Math.max(1, limit), rowsMax)).toReversed();
  return { mails: rows.map(listed), found: found.length, total: store.length };
}

function listed(mail: StoredMail): ListedMail {
  const [from] = mail.from ?? [];
  return {
    id: mail.id,
    subject: mail.subject ?? '',
    to: mail.envelope.to.map(({ address }) => address),
    from: from ? from.name || from.address : '',
    eventType: headerOf(mail, 'tidings-event-type'),
    workspace: headerOf(mail, 'tidings-workspace'),
    locale: headerOf(mail, 'content-language'),
    time: new Date(mail.time).toISOString(),
    attachments: mail.attachments?.length ?? 0,
    read: mail.read,
  };
}

function headerOf({ headers }: StoredMail, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? decodeWords(value) : null;
}

function searchTextOf(mail: StoredMail): string {
  const known = searchable.get(mail);
  if (known !== undefined) return known;
  const { subject, to, from, eventType, workspace, locale } = listed(mail);
  const text = [subject, ...to, from, eventType, workspace, locale, mail.text?.slice(0, searchedText)]
    .join('\n')
    .toLowerCase();
  searchable.set(mail, text);
  return text;
}
