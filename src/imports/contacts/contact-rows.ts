/** Writes rows of a file as contacts: each is judged as an item of a batch is (docs/rules.md#contact-batch). */
import type { Definitions } from '../../contacts/attribute-values.ts';
import { contactTransaction } from '../../contacts/contact-transaction.ts';
import { loadDefinitions } from '../../contacts/load-contacts.ts';
import { readBatchItem } from '../../contacts/read-batch-item.ts';
import {
  type HashedContact,
  hashed,
  type UpsertOutcome,
  type WantedContact,
  writeHashed,
} from '../../contacts/write-upserts.ts';
import type { Ctx } from '../../context.ts';
import type { DomainError, FieldErrors } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import { OlderTopicConsent } from '../../topics/contact-topics.ts';
import type { ImportTarget, PrepareRows, RowOutcome, SliceSteps } from '../import-kind.ts';
import type { Row } from '../reading/row.ts';
import { refusedRow, unreadable } from '../row-outcomes.ts';
import { hasUnknownFields, itemOfObject, itemOfValues } from './contact-item.ts';
import { shownFaults } from './shown-faults.ts';

/** Rows parsed before other work runs: about two milliseconds. */
const pieceRows = 100;

export async function openContactRows(ctx: Ctx, target: ImportTarget): Promise<PrepareRows> {
  const { workspaceId, sentAt } = target;
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  return async (rows) => {
    const now = ctx.app.clock.now();
    const read: (ReadContact | RowOutcome)[] = [];
    for (const row of rows) {
      if (read.length > 0 && read.length % pieceRows === 0) await giveWay();
      read.push(readRow(row, target, { definitions, now }));
    }
    const upserts = hashed(
      ctx,
      read.filter((one) => 'wish' in one),
    );
    const write = ({ begin, held, end, lost }: SliceSteps) =>
      contactTransaction(
        ctx,
        workspaceId,
        async (client) => {
          await begin(client);
          const written = (await writeHashed(ctx, client, { workspaceId, upserts, sentAt, held })).values();
          const outcomes = read.map((one) => ('wish' in one ? outcomeOf(written.next().value, one, definitions) : one));
          await end(client, outcomes);
        },
        lost,
      );
    return { names: namesOf(upserts), write };
  };
}

interface Known {
  readonly definitions: Definitions;
  readonly now: Date;
}

interface ReadContact extends WantedContact {
  /** Of a row of CSV: the keys of its topics in the order of the item. */
  readonly topicKeys?: readonly string[];
}

function readRow(row: Row, { columns }: ImportTarget, { definitions, now }: Known): ReadContact | RowOutcome {
  const fault = unreadable(row, columns);
  if (fault !== null) return fault;
  if ('values' in row) {
    const item = itemOfValues(columns, row.values, definitions);
    return { ...readBatchItem(item, now), ...(item.topics && { topicKeys: item.topics.map(({ key }) => key) }) };
  }
  if (!('object' in row)) throw new Error('A row that cannot be read was taken for one');
  if (hasUnknownFields(row.object)) return refusedRow({ row: ['has a field that no contact has'] });
  return readBatchItem(itemOfObject(row.object), now);
}

/** A reference has no blank. */
function namesOf(upserts: readonly HashedContact[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { target, addressHash } of upserts) {
    if (target && 'reference' in target) names.add(target.reference);
    if (addressHash !== null) names.add(`address ${addressHash}`);
  }
  return names;
}

function outcomeOf(outcome: UpsertOutcome | undefined, row: ReadContact, definitions: Definitions): RowOutcome {
  if (outcome === undefined) throw new Error('A contact of a slice has no outcome');
  if (outcome.result !== 'refused') return { result: outcome.result };
  const { code, details } = outcome.refusal;
  const errors = details.errors ?? conflictOf(outcome.refusal, row);
  return { result: 'refused', code, fields: shownFaults(errors, { definitions, ...row }) };
}

/** The field of a row that a conflict is about. Who holds the address is told by a batch, not kept with a file. */
function conflictOf(refusal: DomainError, { wish }: ReadContact): FieldErrors {
  if (refusal instanceof OlderTopicConsent) {
    const at = wish.fields.topics?.findIndex(({ key }) => key === refusal.topic) ?? 0;
    return { [`topics.${at}.at`]: ['must be later than the latest opt-out of the topic'] };
  }
  return conflicts[refusal.code] ?? {};
}

const conflicts: Readonly<Record<string, FieldErrors>> = {
  email_taken: { email: ['is held by another contact of the workspace'] },
  consent_older_than_opt_out: { 'marketing.at': ['must be later than the latest opt-out of the contact'] },
};
