import { type Consent, takeErasedAddress } from '../contacts/consent.ts';
import { readContactToken } from '../contacts/contact-token.ts';
import { loadErasures } from '../contacts/load-contacts.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type Departure, type DepartureRow, departureOf, lockDeparture } from './departure.ts';
import { moveConsent } from './move-consent.ts';

/**
 * Undoes the leaving of the token's person within ten minutes (docs/rules.md#undo-window): restores the consent that
 * was in force before the opt-out. Otherwise changes nothing. Returns null for a token without a person.
 */
export async function undoLeaving(app: App, token: string): Promise<Departure | null> {
  const place = readContactToken(app.secrets, token);
  if (place === null) return null;
  const undone = await app.db.transaction(async (client) => {
    const row = await lockDeparture(client, place);
    if (row === null) return null;
    const now = app.clock.now();
    const departure = departureOf(row, now);
    const { changeId, replacedState, replacedAt } = row;
    if (departure.undoUntil === null || changeId === null || replacedState === null) return { departure, woken: [] };
    const before = { ...row, status: replacedState, marketingAt: replacedAt };
    if (await isErased(app, client, row, before)) return { departure: { ...departure, undoUntil: null }, woken: [] };
    await client.query('UPDATE consent_changes SET undone_at = $3 WHERE workspace_id = $1 AND id = $2', [
      row.workspaceId,
      changeId,
      now,
    ]);
    const woken = await moveConsent(app, client, row, {
      after: { ...before, optedOutAt: await latestOptOut(client, row) },
      source: 'undo',
      at: replacedAt ?? now,
      now,
      webhook: 'contact.rejoined_marketing',
    });
    return { departure: { ...departure, left: replacedState === 'unsubscribed', undoUntil: null }, woken };
  });
  if (undone === null) return null;
  await app.wake.ask('webhooks', undone.woken);
  return undone.departure;
}

/**
 * Whether the address was erased since that consent, which then covers no person any more (docs/rules.md#undo-window).
 */
async function isErased(app: App, client: Queryable, row: DepartureRow, consent: Consent): Promise<boolean> {
  const hash = app.secrets.addressHash(row.email).toString('hex');
  const erasedAt = (await loadErasures(client, row.workspaceId, [hash])).get(hash);
  return erasedAt !== undefined && takeErasedAddress(consent, erasedAt).status !== consent.status;
}

/** The latest opt-out that was not undone. */
async function latestOptOut(client: Queryable, { workspaceId, id }: DepartureRow): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT max(at) AS at FROM consent_changes
     WHERE workspace_id = $1 AND contact_id = $2 AND state = 'unsubscribed' AND undone_at IS NULL`,
    [workspaceId, id],
  );
  return rows[0]?.at ?? null;
}
