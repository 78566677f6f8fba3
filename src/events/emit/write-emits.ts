/**
 * The batched write of accepted emits: one statement that compares the facts of each emit again and writes the emits
 * whose facts still hold (docs/rules.md#writes-of-emits). The others are left out and leave no trace.
 * Longer than the house's 250 lines: it is one statement.
 */
import type { App } from '../../context.ts';
import { type Form, formFor } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { databaseCode } from '../../db/database-code.ts';
import { fedSql } from '../../db/feed-sql.ts';
import { lockedPartSql } from '../../db/locked-part-sql.ts';
import { type Only, rowsOf, statement } from '../../db/rows.ts';
import { onShardSql } from '../../db/shard-sql.ts';
import { type FigurePlace, figurePlace, noteEmitsSql } from '../../figures/note-changes.ts';
import { domainSettledSql, healthAllowsSql } from '../../messages/claims/go-now-sql.ts';
import { leaseTime } from '../../messages/claims/message-lease.ts';
import { messageLifetime } from '../../messages/states/message-lifetime.ts';
import { moves, nonFinalStates, stateIn, toSql } from '../../messages/states/message-states.ts';
import { keptValuesSql } from '../../messages/states/unkept-content-sql.ts';
import { settledBefore } from '../../sending-domain/sendable.ts';
import { suppressedSql } from '../../suppressions/is-suppressed.ts';
import { openStates } from '../../workspaces/health/day-allowance.ts';
import { isKeptSql, isKeyOfSql, keysKeptSince } from '../idempotency/idempotency.ts';
import { emitsAnHour, fitsHourSql, hourStart, timesSinceSql } from './address-limit.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { feedEmitsSql } from './feed-emits.ts';
import { heldSinceSql } from './held-since-sql.ts';
import { withFilesHeld } from './keep-references.ts';
import { keyEndedSql } from './read-emits.ts';
import { versionWithIdSql } from './row-versions.ts';
import { waitForAddresses } from './wait-for-addresses.ts';
import { isBare, writeBesideEmits } from './write-beside-emits.ts';
import type { WriteTerms, WrittenEmits } from './write-terms.ts';

/** `inHand`: the message is to be written as claimed, if the workspace's health lets it go at once. */
interface EmitRow extends AcceptedEmit {
  readonly inHand: boolean;
  /** Null where no figure counts the message. */
  readonly figure: FigurePlace | null;
}

const emitRows = rowsOf<EmitRow>({
  platform_id: ['text', ({ work }) => work.platformId],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  workspace_version: ['int', ({ facts }) => facts.workspaceVersion],
  domain_id: ['text', ({ facts }) => facts.domainId],
  domain_version: ['text', ({ facts }) => facts.domainVersion],
  contact_id: ['text', ({ facts }) => facts.contactId],
  contact_reference: ['text', ({ facts }) => facts.contactReference],
  contact_version: ['text', ({ facts }) => facts.contactVersion],
  event_id: ['text', ({ record }) => record.id],
  event_type_id: ['text', ({ eventTypeId }) => eventTypeId],
  event_type_row_version: ['int', ({ facts }) => facts.eventTypeRowVersion],
  event_type_version: ['int', ({ facts }) => facts.eventTypeVersion],
  content_days: ['int', ({ facts }) => facts.contentDays],
  topic: ['text', ({ facts }) => facts.topic],
  reason: ['text', ({ withheld }) => withheld],
  key: ['text', ({ key }) => key],
  erased_key: ['text', ({ work }) => work.erasedKey],
  body_hash: ['bytea', ({ work }) => work.bodyHash],
  answer: ['jsonb', ({ record }) => JSON.stringify(record)],
  address_hash: ['bytea', ({ addressHash }) => addressHash],
  payload: ['jsonb', ({ payload }) => JSON.stringify(payload)],
  metadata: ['jsonb', ({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))],
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  send_at: ['timestamptz', ({ sendAt }) => sendAt],
  message_id: ['text', ({ record }) => record.message?.id ?? null],
  state: ['message_state', ({ record }) => record.message?.state ?? 'queued'],
  simulation: ['simulation', ({ simulation }) => simulation],
  recipient: ['text', ({ recipient }) => recipient],
  template_version_id: ['text', ({ facts }) => facts.templateVersionId],
  // The platform's now, to be compared; the next is the mail's, and a resend has that of its original.
  brand_version: ['int', ({ facts }) => facts.brandVersion],
  message_brand_version: ['int', ({ brandVersion }) => brandVersion],
  layout_version: ['int', ({ layoutVersion }) => layoutVersion],
  values: ['jsonb', ({ values }) => JSON.stringify(values)],
  fell_back: ['jsonb', ({ record }) => JSON.stringify(record.message?.fellBack ?? [])],
  suppressed: ['boolean', ({ facts }) => facts.suppressed],
  locale: ['text', ({ locale }) => locale],
  timezone: ['text', ({ facts }) => facts.timezone],
  api_key_id: ['text', ({ work }) => work.apiKeyId],
  in_hand: ['boolean', ({ inHand }) => inHand],
  figure_day: ['date', ({ figure }) => figure?.day ?? null],
  provider: ['text', ({ figure }) => figure?.provider ?? null],
  trace: ['bytea', ({ work }) => work.trace],
});

/** Whether the message ended with its emit. */
const ended = `NOT ${stateIn('state', nonFinalStates)}`;

const fittingOn = (only: Only) => onShardSql(only, 'fitting');

/**
 * Conditions are joined by row version (row-versions.ts): the workspace is live and unchanged, so are the event type with its template and
 * its layout, the sending domain, the brand and the contact, the address is as suppressed as it was, the caller's key is still good, and no
 * emit has the idempotency key. Rows of workspace and event type are share-locked by their keys: a removal waits.
 *
 * The addresses' rows of the hour are taken in sorted order, so that two batches cannot lock each other out. The
 * statement sees the database as it was when it began. What an erasure did while an emit waited for such a row it does
 * not see, so the row says who held it last. Two emits with one new key that meet here end the later statement, by a
 * division by zero: its addresses are counted already.
 */
const insertEmits = statement({
  name: 'write-emits',
  rows: { i: emitRows },
  values: {
    keptSince: 'timestamptz',
    now: 'timestamptz',
    hourSince: 'timestamptz',
    lifetime: 'int',
    /** With its unit. */
    lockTimeout: 'text',
    openStates: 'health_state[]',
    settledBefore: 'timestamptz',
    leaseUntil: 'timestamptz',
  },
  text: ({ i, keptSince, now, hourSince, lifetime, lockTimeout, openStates, settledBefore, leaseUntil }, only) => `
WITH limits AS MATERIALIZED (
  SELECT set_config('lock_timeout', ${lockTimeout}, true)
), input AS (
  SELECT i.* FROM limits, ${i}
), live AS (${lockedPartSql(
    only,
    `
  SELECT i.*, t.name AS type,
         i.in_hand
           AND ${healthAllowsSql('i.platform_id', 'i.workspace_id', openStates, only)}
           AND ${domainSettledSql('i.simulation', 'i.platform_id', settledBefore)} AS claimed${heldSinceSql(only).read}
  FROM input i
  JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.row_version = i.workspace_version
  JOIN event_types t
    ON t.platform_id = i.platform_id AND t.id = i.event_type_id AND t.row_version = i.event_type_row_version
  WHERE (SELECT ${versionWithIdSql('d')} FROM sending_domains d WHERE d.platform_id = i.platform_id)
          IS NOT DISTINCT FROM i.domain_version
    AND (SELECT p.brand_version FROM platforms p WHERE p.id = i.platform_id) IS NOT DISTINCT FROM i.brand_version
    AND (SELECT ${versionWithIdSql('c')} FROM contacts c
         WHERE c.workspace_id = i.workspace_id AND ${only('c.workspace_id')} AND c.address_hash = i.address_hash)
          IS NOT DISTINCT FROM i.contact_version
    AND NOT ${keyEndedSql(now)}
    AND ${suppressedSql('i.platform_id', 'i.workspace_id', 'i.address_hash', 'i.topic', only)} = i.suppressed
    AND NOT EXISTS (
      SELECT FROM idempotency_keys k
      WHERE k.workspace_id = i.workspace_id AND ${only('k.workspace_id')} AND ${isKeyOfSql('k', 'i', keptSince)})
  FOR KEY SHARE OF w, t`,
  )}
), counted AS (
  INSERT INTO emit_rates AS r (platform_id, workspace_id, address_hash, recent, updated_at${heldSinceSql(only).column})
  -- An emit that mails nobody, or later, takes the row and counts nothing.
  SELECT live.platform_id, ${onShardSql(only, 'live').workspaceId}, live.address_hash,
         coalesce(array_agg(created_at) FILTER (WHERE message_id IS NOT NULL AND send_at IS NULL), '{}'), ${now}${heldSinceSql(only).value}
  FROM live ${onShardSql(only, 'live').join}
  GROUP BY 1, 2, 3
  HAVING count(message_id) FILTER (WHERE send_at IS NULL) <= ${emitsAnHour}
  ORDER BY 2, 3
  ON CONFLICT (workspace_id, address_hash) DO UPDATE
    SET recent = ${timesSinceSql('r.recent', hourSince)} || excluded.recent, updated_at = excluded.updated_at
    WHERE (${fitsHourSql('r.recent', 'excluded.recent', hourSince)})
      AND ${heldSinceSql(only).same}
  RETURNING workspace_id, address_hash
), fitting AS (
  SELECT live.* FROM live JOIN counted USING (workspace_id, address_hash)
), keys AS (
  INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
  -- A key is kept from the time at which its mail leaves.
  SELECT platform_id, ${fittingOn(only).workspaceId}, key, body_hash, event_id, answer, coalesce(send_at, created_at)
  FROM fitting ${fittingOn(only).join}
  ORDER BY 2, 3
  ON CONFLICT (workspace_id, key, day) DO UPDATE
    SET body_hash = excluded.body_hash, event_id = excluded.event_id, answer = excluded.answer,
        created_at = excluded.created_at
    WHERE NOT ${isKeptSql('idempotency_keys', keptSince)}
  RETURNING event_id
), new_events AS (
  INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                      contact_id, contact_reference, address_hash, mails, content_days, metadata, created_at)
  SELECT platform_id, ${fittingOn(only).workspaceId}, event_id, event_type_id, type, event_type_version, key,
         -- Of content that is not kept, nothing needs it without mail.
         CASE WHEN content_days = 0 AND (message_id IS NULL OR ${ended}) THEN NULL ELSE payload END,
         contact_id, contact_reference, address_hash, message_id IS NOT NULL,
         CASE WHEN message_id IS NULL THEN content_days END, metadata, created_at
  FROM fitting ${fittingOn(only).join}
), new_messages AS (
  INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, simulation,
                        recipient, address_hash, contact_id, contact_reference, sending_domain_id, template_version_id,
                         locale, timezone, values, fell_back, send_at, due_at, expires_at, ended_at, created_at,
                         attempt_number, lease_until, figure_day, provider, trace, metadata, content_days,
                         brand_version, layout_version, topic, reason)
  SELECT platform_id, ${fittingOn(only).workspaceId}, message_id, event_id, event_type_id, key,
         CASE WHEN claimed THEN ${toSql(moves.claim)} ELSE state END, simulation,
         recipient, address_hash, contact_id, contact_reference, domain_id, template_version_id,
         locale, timezone, ${keptValuesSql('fitting', ended)},
         CASE WHEN fell_back <> '[]' THEN ARRAY(SELECT jsonb_array_elements_text(fell_back)) END, send_at,
         coalesce(send_at, created_at),
         coalesce(send_at, created_at) + make_interval(secs => ${lifetime}),
         CASE WHEN ${ended} THEN created_at END, created_at,
         CASE WHEN claimed THEN 1 ELSE 0 END, CASE WHEN claimed THEN ${leaseUntil} END, figure_day, provider, trace, metadata,
         content_days, message_brand_version, layout_version, topic, reason
  FROM fitting ${fittingOn(only).join} WHERE message_id IS NOT NULL
), ${feedEmitsSql(only)}, new_figures AS (${noteEmitsSql('fitting', only)})
SELECT coalesce(array_agg(event_id), '{}') AS written,
       (SELECT coalesce(array_agg(event_id), '{}') FROM fitting WHERE claimed) AS claimed, ${fedSql} AS fed,
       CASE WHEN count(*) = (SELECT count(*) FROM fitting) THEN true ELSE end_met_keys() END AS checked
FROM keys`,
});

/** The SQLSTATE that `end_met_keys` raises; a migration has the function. See `insertEmits`. */
export const keysMet = 'TD001';

const nothingWritten: WrittenEmits = { emits: new Set(), claimed: new Set(), woken: [], fed: 0 };

/** Writes the emits that are still as they were decided. On a cluster they are all of one workspace. */
export async function writeEmits(app: App, emits: readonly AcceptedEmit[], terms: WriteTerms): Promise<WrittenEmits> {
  try {
    // One statement is a transaction of its own.
    if (emits.every(isBare) && !terms.patient) return await insertAccepted(app, app.db.pool, emits, terms);
    const form = formOf(app, emits);
    return await app.db.transaction(async (client) => {
      if (terms.patient) await client.query(form(waitForAddresses)({ i: emits }));
      const held = await withFilesHeld(client, form, emits);
      if (held.length === 0) return nothingWritten;
      const written = await insertAccepted(app, client, held, terms);
      return { ...written, woken: await writeBesideEmits(app, client, form, [...written.emits]) };
    }, terms.limits);
  } catch (error) {
    if (databaseCode(error) === keysMet) return nothingWritten;
    throw error;
  }
}

/** Runs the statement on `client`, without files and webhooks. Throws `keysMet` of PostgreSQL where two new keys meet. */
export async function insertAccepted(
  app: App,
  client: Queryable,
  emits: readonly AcceptedEmit[],
  { limits, inHand }: Omit<WriteTerms, 'patient'>,
): Promise<WrittenEmits> {
  const now = app.clock.now();
  const { rows } = await client.query<{ written: string[]; claimed: string[]; fed: number }>(
    formOf(app, emits)(insertEmits)({
      i: emits.map((emit) => ({ ...emit, inHand: inHand.has(emit), figure: placeOf(emit) })),
      keptSince: keysKeptSince(now),
      now,
      hourSince: hourStart(now),
      lifetime: messageLifetime,
      lockTimeout: `${limits.lock}ms`,
      openStates: openStates(app),
      settledBefore: settledBefore(app.config, now),
      leaseUntil: new Date(now.getTime() + leaseTime),
    }),
  );
  const withIds = (ids: readonly string[] = []) => {
    const wanted = new Set(ids);
    return new Set(emits.filter(({ record }) => wanted.has(record.id)));
  };
  const { written, claimed, fed = 0 } = rows[0] ?? {};
  return { emits: withIds(written), claimed: withIds(claimed), woken: [], fed };
}

/** On a cluster they are all of one workspace (write-by-workspace.ts). */
const formOf = ({ db }: App, emits: readonly AcceptedEmit[]): Form => formFor(db, emits[0]?.workspaceId ?? '');

function placeOf({ record, simulation, recipient, facts, createdAt }: AcceptedEmit): FigurePlace | null {
  return record.message && figurePlace({ simulation, recipient, timezone: facts.timezone, createdAt });
}
