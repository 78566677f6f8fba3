/** The columns of files of suppressions, our own and those of other services (docs/rules.md#suppressions-of-other-services). */
import type { Ctx } from '../../context.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { columnName, findColumns } from '../find-columns.ts';
import type { ColumnOptions, Columns } from '../import-kind.ts';

/** Fields by the names of their columns; an empty text: what other services say beside it. */
export const suppressionFields: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['email_address', 'email'],
  ['emailaddress', 'email'],
  ['reason', 'reason'],
  ['suppressionreason', 'reason'],
  ['note', 'note'],
  // Of an export; a suppression begins when it is imported.
  ['created_at', 'created_at'],
]);

/** Where Postmark and SES answer with a list. */
export const suppressionLists = ['Suppressions', 'SuppressedDestinationSummaries'] as const;

/** What each list of another service is called by its columns alone, and why its addresses are blocked. */
interface OtherList {
  /** Columns that it has. */
  readonly has: readonly string[];
  readonly usual: Readonly<Record<string, string>>;
  /** Whether its column `reason` holds words of a server. */
  readonly reasonIsText?: boolean;
}

const others: readonly OtherList[] = [
  // Mailchimp's members, by the column that only one of its files has.
  { has: ['leid', 'euid', 'clean_time'], usual: { reason: 'hard_bounce' } },
  { has: ['leid', 'euid', 'unsub_time'], usual: { reason: 'manual' } },
  // SendGrid's bounces and blocks; spam reports; invalid addresses; unsubscribes.
  { has: ['email', 'status', 'reason', 'created'], usual: { reason: 'hard_bounce' }, reasonIsText: true },
  { has: ['email', 'ip', 'created'], usual: { reason: 'complaint' } },
  { has: ['email', 'reason', 'created'], usual: { reason: 'hard_bounce' }, reasonIsText: true },
  { has: ['email', 'created'], usual: { reason: 'manual' } },
  // Postmark's, whose reason stands in each row.
  { has: ['emailaddress', 'suppressionreason'], usual: {} },
];

const subscribers = 'are those of people who subscribed: nobody in the file is suppressed';

// Not async: the columns of suppressions are the same for every platform.
export function readSuppressionColumns(
  _ctx: Ctx,
  first: readonly string[],
  { skipUnknown }: ColumnOptions,
): Promise<Columns> {
  // SES writes and reads addresses with their reasons and no header.
  if (first.length <= 2 && first[0]?.includes('@')) {
    return Promise.resolve({ columns: ['email', 'reason'].slice(0, first.length), isHeader: false });
  }
  const names = first.map(columnName);
  const other = others.find(({ has }) => has.every((name) => names.includes(name)));
  if (!other && names.includes('leid') && names.includes('euid')) throw invalid({ columns: [subscribers] });
  const fields = new Map(suppressionFields);
  if (other?.reasonIsText) {
    fields.set('reason', '');
    fields.set('status', 'status');
  }
  const columns = findColumns(first, {
    fields,
    required: 'email',
    adviceFor: () => 'correct the name, or skip unknown columns',
    skipUnknown: skipUnknown || other !== undefined,
  });
  return Promise.resolve({ columns, usual: other?.usual ?? {}, isHeader: true });
}
