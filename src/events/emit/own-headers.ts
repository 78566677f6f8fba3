/** The header fields that an emit may add to its mail (docs/rules.md#headers-of-an-emit). */
import { z } from 'zod';
import { isStorable } from '../../ground/input/composed-text.ts';
import { isRecord } from '../../ground/input/input.ts';
import type { OwnHeader } from '../../templates/fixed-content.ts';

const headersMax = 10;
/** Letters, digits and hyphens after `X-`. */
const afterMarkMax = 62;
/** Characters of a value; a line of a mail has no more. */
const headerValueMax = 998;
/** UTF-8 bytes of all names and values of one emit. */
const headerBytesMax = 8_192;

/** Fields that need no `X-`: they say something to mail apps, and nothing to mail servers. */
const harmless = [
  'Auto-Submitted',
  'Comments',
  'Importance',
  'In-Reply-To',
  'Keywords',
  'Organization',
  'References',
  'Sensitivity',
];
const harmlessNames: ReadonlySet<string> = new Set(harmless.map((name) => name.toLowerCase()));

/** Those of them that name other mails, in their syntax. */
const naming: ReadonlySet<string> = new Set(['in-reply-to', 'references']);
const mailIds = /^<[!#-;=@-~]{1,200}>(?: <[!#-;=@-~]{1,200}>)*$/;

/** Names of our own, and beginnings of names by which relays, mail servers and filters are told what to do. */
const steering: readonly string[] = [
  ...['tidings', 'dkim', 'arc', 'authentication', 'return-path', 'received', 'delivered', 'failed', 'loop', 'list'],
  ...['mailing-list', 'unsubscribe', 'feedback', 'cfbl', 'csa', 'abuse', 'report', 'complaints', 'precedence'],
  ...['sender', 'from', 'to', 'cc', 'bcc', 'recipient', 'rcpt', 'envelope', 'original', 'originating', 'forwarded'],
  ...['apparently', 'confirm', 'spam', 'virus', 'rspamd', 'amavis', 'barracuda', 'ironport', 'proofpoint'],
  ...['mimecast', 'ms', 'microsoft', 'forefront', 'exchange', 'google', 'gm', 'gmail', 'yahoo'],
  ...['ses', 'amz', 'mailgun', 'mg', 'pm', 'postmark', 'mc', 'mandrill', 'mj', 'mailjet', 'msys', 'sparkpost'],
  ...['smtpapi', 'sg', 'sendgrid', 'sib', 'mailin', 'brevo', 'resend', 'mtpl', 'elasticemail', 'smtpcom'],
];

/** The fields of an emit in their order; null when there are none. */
export const ownHeaders = z
  .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
  .transform((given, context) => {
    const faults = faultsOfHeaders(given);
    for (const { path, message } of faults) context.addIssue({ code: 'custom', path: [...path], message });
    return faults.length > 0 ? z.NEVER : toHeaders(given as Readonly<Record<string, string>>);
  })
  .nullish()
  .transform((headers) => headers ?? null);

interface HeaderFault {
  /** The name of the field; empty for a fault of all together. */
  readonly path: readonly string[];
  readonly message: string;
}

function faultsOfHeaders(given: Readonly<Record<string, unknown>>): readonly HeaderFault[] {
  const names = Object.keys(given);
  if (names.length > headersMax) return [{ path: [], message: `must have at most ${headersMax} fields` }];
  const met = new Set<string>();
  const faults = names.flatMap((name): readonly HeaderFault[] => {
    const lower = name.toLowerCase();
    const message = met.has(lower) ? 'is there twice' : (nameFault(lower) ?? valueFault(lower, given[name]));
    met.add(lower);
    return message === null ? [] : [{ path: [name], message }];
  });
  if (faults.length > 0) return faults;
  const bytes = Object.entries(given).reduce((sum, each) => sum + Buffer.byteLength(each.join('')), 0);
  return bytes > headerBytesMax ? [{ path: [], message: `must have at most ${headerBytesMax} bytes in all` }] : [];
}

function nameFault(lower: string): string | null {
  if (harmlessNames.has(lower)) return null;
  if (lower.length > 'x-'.length + afterMarkMax || !/^x-[a-z0-9]+(?:-[a-z0-9]+)*$/.test(lower)) {
    return `must be X- with up to ${afterMarkMax} letters, digits or "-", or one of ${harmless.join(', ')}`;
  }
  const rest = lower.slice('x-'.length);
  const steers = steering.some((beginning) => rest === beginning || rest.startsWith(`${beginning}-`));
  return steers ? 'tells mail servers or filters what to do, so it cannot be sent' : null;
}

function valueFault(lower: string, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > headerValueMax) return `must have at most ${headerValueMax} characters`;
  if (value.trim() === '') return 'must not be empty';
  if (!isStorable(value) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) {
    return 'must be one line without control characters';
  }
  if (!naming.has(lower) || mailIds.test(asWritten(value))) return null;
  return 'must be ids of mails in angle brackets, such as <1001@example.com>, with spaces between them';
}

/** Runs of blanks are one, as readers of mail take them. */
const asWritten = (value: string) => value.trim().replace(/ +/g, ' ');

function toHeaders(given: Readonly<Record<string, string>>): readonly OwnHeader[] | null {
  const headers = Object.entries(given).map(([name, value]) => [name, asWritten(value)] as const);
  return headers.length === 0 ? null : headers;
}
