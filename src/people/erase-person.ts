import { lockContacts } from '../contacts/contact-transaction.ts';
import type { App, Ctx } from '../context.ts';
import { ofPersonSql } from '../db/address-key.ts';
import { type Form, formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { lockedPartSql } from '../db/locked-part-sql.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { type Only, statement } from '../db/rows.ts';
import { lockAddresses } from '../events/emit/lock-addresses.ts';
import { invalid } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { parseInput } from '../ground/input/input.ts';
import { day } from '../ground/time/durations.ts';
import { laterOpenSql, nonFinalStates, stateIn } from '../messages/states/message-states.ts';
import { sendAtMost } from '../messages/states/send-at.ts';
import { attemptsEnded } from '../messages/states/wait-for-attempts.ts';
import { byPath, findWorkspace } from '../tenant/find-workspace.ts';
import { erasureInput } from './erasure-input.ts';
import { type Person, type PersonSought, readKnownAddresses, readPerson } from './read-person.ts';

/** Tries before a person whose addresses keep changing counts as a bug. */
const triesMax = 10;

/**
 * A message is final by then: it waits a day to go out, and three for a report (docs/rules.md#message-expiry,
 * docs/rules.md#silent-relays). Twice that; milliseconds.
 */
const openFor = 8 * day;

/** A recorded request to erase a person. */
export interface ErasureReceipt {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Records a request to erase a person (docs/rules.md#erasure). The same transaction deletes the contact, counts its
 * address as opted out, and withdraws mail whose attempt has not begun. Turns do the rest, even if this process dies.
 * Rejects with `not_found`, and with `validation_failed` for an unknown contact.
 */
export async function erasePerson(ctx: Ctx, workspacePath: string, input: unknown): Promise<ErasureReceipt> {
  const { app, platformId } = ctx;
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath);
  const { contact, email } = parseInput(erasureInput, input);
  const sought: PersonSought = contact
    ? { contact: byPath(contact) }
    : { addressHash: app.secrets.addressHash(email ?? '') };
  const given = email == null ? [] : [email];
  // The events of a person can be many, and are read once: few have an address that is known from events alone.
  let expected = await readKnownAddresses(app.db.pool, workspaceId, sought);
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const receipt = await app.db.transaction(async (client) => {
      // Addresses are locked before contacts, in the order of every emit.
      await lockAddresses(client, { platformId, workspaceId }, expected, app.clock.now());
      await lockContacts(client, workspaceId);
      const person = await readPerson(client, formFor(app.db, workspaceId), workspaceId, sought);
      if (person === null) throw invalid({ contact: ['is not a contact of this workspace'] });
      const locked = new Set(expected.map((hash) => hash.toString('hex')));
      expected = person.addressHashes;
      if (!expected.every((hash) => locked.has(hash.toString('hex')))) return null;
      return takeDown(app, client, { platformId, workspaceId }, { ...person, terms: [...given, ...person.terms] });
    });
    if (receipt === null) continue;
    // Webhooks that wait for a slot of this process were claimed before.
    app.parts.deliveries.recall(platformId);
    await app.wake.ask('erasures', [{ platformId, id: receipt.id }]);
    await attemptsEnded(app, { platformId, workspaceId, erased: true });
    return receipt;
  }
  throw new Error('The addresses of a person to erase keep changing');
}

interface ErasureScope {
  readonly platformId: string;
  readonly workspaceId: string;
}

async function takeDown(
  app: App,
  client: Queryable,
  { platformId, workspaceId }: ErasureScope,
  person: Person,
): Promise<ErasureReceipt> {
  const now = app.clock.now();
  // Clocks of two machines differ; an emit accepted earlier must count as earlier.
  const requestedAt = person.latestEventAt !== null && person.latestEventAt > now ? person.latestEventAt : now;
  if (person.contactId !== null) await removeContact(client, workspaceId, person.contactId);
  await withdrawMail(client, formFor(app.db, workspaceId), { workspaceId, ...person }, now);
  await client.query(
    `INSERT INTO erased_addresses (workspace_id, address_hash, erased_at)
     SELECT $1, hash, $3 FROM unnest($2::bytea[]) hash ORDER BY hash
     ON CONFLICT (workspace_id, address_hash) DO UPDATE
       SET erased_at = greatest(erased_addresses.erased_at, excluded.erased_at)`,
    [workspaceId, person.addressHashes, requestedAt],
  );
  const id = newId(now);
  await client.query(
    `INSERT INTO erasures (platform_id, workspace_id, id, address_hashes, contact_ids, terms_sealed, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      platformId,
      workspaceId,
      id,
      person.addressHashes,
      person.contactIds,
      app.secrets.seal(JSON.stringify(person.terms)),
      requestedAt,
    ],
  );
  return { workspaceId, id };
}

/**
 * Deletes the contact with its consent history and its tags. A tag of no other contact is deleted too, because it tells
 * of this person alone.
 */
async function removeContact(client: Queryable, workspaceId: string, contactId: string): Promise<void> {
  await client.query(
    `DELETE FROM tags t USING contact_tags ct
     WHERE ct.workspace_id = $1 AND ct.contact_id = $2 AND t.workspace_id = $1 AND t.id = ct.tag_id
       AND NOT EXISTS (
         SELECT FROM contact_tags o WHERE o.workspace_id = $1 AND o.tag_id = t.id AND o.contact_id <> $2)`,
    [workspaceId, contactId],
  );
  await client.query('DELETE FROM contacts WHERE workspace_id = $1 AND id = $2', [workspaceId, contactId]);
}

const ofPerson = { workspaceId: 'text', addressHashes: 'bytea[]', contactIds: 'text[]', since: 'timestamptz' } as const;

const withdrawSql = (only: Only, workspaceId: string, theirs: string) => `
    WITH theirs AS (${lockedPartSql(only, theirs)}
    )
    UPDATE messages m SET recipient = NULL FROM theirs
    WHERE m.workspace_id = ${workspaceId} AND ${only('m.workspace_id')} AND m.id = theirs.id`;

const withdrawTheirs = statement({
  values: ofPerson,
  text: ({ workspaceId, addressHashes, contactIds, since }, only) =>
    withdrawSql(
      only,
      workspaceId,
      `
      SELECT m.id FROM events e JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
      WHERE ${ofPersonSql('e', workspaceId, addressHashes, contactIds, only)} AND ${only('e.workspace_id')}
        AND ${only('m.workspace_id')}
        AND e.created_at > ${since} AND ${stateIn('m.state', nonFinalStates)} AND m.recipient IS NOT NULL
      ORDER BY m.id FOR NO KEY UPDATE OF m`,
    ),
});

/** Copies of the person's mail have their content (docs/rules.md#erasure-of-copies), and may leave as late as any. */
const withdrawCopies = statement({
  values: ofPerson,
  text: ({ workspaceId, addressHashes, contactIds, since }, only) =>
    withdrawSql(
      only,
      workspaceId,
      `
      SELECT m.id FROM events e
      JOIN events c ON c.copy_of = e.id AND c.workspace_id = e.workspace_id
      JOIN messages m ON m.workspace_id = c.workspace_id AND ${isOfEventSql('m', 'c.id')}
      WHERE ${ofPersonSql('e', workspaceId, addressHashes, contactIds, only)} AND ${only('e.workspace_id')}
        AND ${only('c.workspace_id')} AND ${only('m.workspace_id')}
        AND e.created_at > ${since} AND ${stateIn('m.state', nonFinalStates)} AND m.recipient IS NOT NULL
      ORDER BY m.id FOR NO KEY UPDATE OF m`,
    ),
});

/**
 * Mail that leaves later, or did, may be of an older emit; an index has it by the address. To an address that another
 * contact holds now, only the mail of the person's contacts is theirs.
 */
const withdrawLater = statement({
  values: { workspaceId: 'text', addressHashes: 'bytea[]', otherHashes: 'bytea[]', contactIds: 'text[]' },
  text: ({ workspaceId, addressHashes, otherHashes, contactIds }, only) =>
    withdrawSql(
      only,
      workspaceId,
      `
      SELECT m.id FROM messages m
      WHERE m.workspace_id = ${workspaceId} AND ${only('m.workspace_id')}
        AND m.address_hash = ANY(${addressHashes} || ${otherHashes})
        AND (m.address_hash = ANY(${addressHashes}) OR m.contact_id = ANY(${contactIds}))
        AND ${laterOpenSql('m')} AND m.recipient IS NOT NULL
      ORDER BY m.id FOR NO KEY UPDATE OF m`,
    ),
});

/**
 * A message without an address is never claimed; an attempt under way ends and is not repeated. No older message is
 * claimed: the events of a person may be as many as mail of ninety days.
 */
async function withdrawMail(
  client: Queryable,
  form: Form,
  { workspaceId, addressHashes, contactIds, otherHashes }: Person & { readonly workspaceId: string },
  now: Date,
): Promise<void> {
  const theirs = { workspaceId, addressHashes, contactIds };
  const before = (time: number) => new Date(now.getTime() - time);
  await client.query(form(withdrawTheirs)({ ...theirs, since: before(openFor) }));
  await client.query(form(withdrawCopies)({ ...theirs, since: before(openFor + sendAtMost) }));
  await client.query(form(withdrawLater)({ ...theirs, otherHashes }));
}
