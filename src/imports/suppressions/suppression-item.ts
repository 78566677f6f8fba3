/** Makes the fields of a suppression of a row of a file. */

import { fromText } from '../../ground/csv/formula-sign.ts';
import { columnName } from '../find-columns.ts';
import type { ImportTarget } from '../import-kind.ts';
import type { Row } from '../reading/row.ts';
import { suppressionFields } from './suppression-columns.ts';

export interface GivenSuppression {
  readonly email?: unknown;
  readonly reason?: unknown;
  readonly note?: unknown;
}

/** What other services call our reasons. */
const reasonNames: Readonly<Record<string, string>> = {
  bounce: 'hard_bounce',
  hardbounce: 'hard_bounce',
  spamcomplaint: 'complaint',
  manualsuppression: 'manual',
  // Ours, as exports have it: the caller knows of an address that cannot receive.
  soft_bounces: 'hard_bounce',
};

/** Fields that other services have beside a suppression, in the form of `columnName`. */
const beside: ReadonlySet<string> = new Set(['origin', 'createdat', 'lastupdatetime']);

/** Null for a row that says something else: a field that no suppression has, or a failure that passes. */
export function suppressionOf(
  row: Row,
  { columns, usual }: ImportTarget,
): GivenSuppression | { readonly fault: string } {
  const given: Record<string, unknown> = { ...usual };
  if ('values' in row) {
    for (const [at, field] of columns.entries()) {
      const text = fromText(row.values[at] ?? '').trim();
      if (field !== '' && text !== '') given[field] = text;
    }
  } else if ('object' in row) {
    for (const [name, value] of Object.entries(row.object)) {
      const field = suppressionFields.get(columnName(name));
      if (field !== undefined) given[field] = value;
      else if (!beside.has(columnName(name))) return { fault: 'has a field that no suppression has' };
    }
  }
  const { status, ...fields } = given;
  // SendGrid's list of blocks has the columns of its bounces.
  if (typeof status === 'string' && status.startsWith('4')) {
    return { fault: 'is a failure that passes, which suppresses nobody' };
  }
  return { ...fields, ...(typeof fields.reason === 'string' && { reason: reasonOf(fields.reason) }) };
}

function reasonOf(written: string): string {
  const name = written.toLowerCase();
  return reasonNames[name] ?? name;
}
