import type { ContactStatus } from '../../prisma/generated/client.ts';
import { type Consent, takeErasedAddress } from '../contacts/consent.ts';
import { readContactToken } from '../contacts/contact-token.ts';
import { loadErasures } from '../contacts/load-contacts.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { TopicDecision } from '../topics/contact-topics.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { type Departure, type DepartureRow, departureOf, lockDeparture } from './departure.ts';
import { moveConsent } from './move-consent.ts';
import { moveTopic } from './move-topic.ts';

/**
 * Undoes the last leaving of the token's person within ten minutes (docs/rules.md#undo-window): restores what was in force
 * for the topic, or for marketing, before the opt-out. Otherwise changes nothing. Returns null for a token without a person.
 */
export async function undoLeaving(app: App, token: string): Promise<Departure | null> {
  const link = readContactToken(app.secrets, token);
  if (link === null) return null;
  const undone = await app.db.transaction(async (client) => {
    const row = await lockDeparture(client, link);
    if (row === null) return null;
    const now = app.clock.now();
    const departure = departureOf(row, now);
    const { changeId, changeTopic, replacedState, replacedAt } = row;
    if (departure.undoUntil === null || changeId === null || replacedState === null) return { departure, woken: [] };
    const before = { ...row, status: replacedState, marketingAt: replacedAt };
    if (changeTopic === null && (await isErased(app, client, row, before)))
      return { departure: { ...departure, undoUntil: null }, woken: [] };
    await client.query('UPDATE consent_changes SET undone_at = $3 WHERE workspace_id = $1 AND id = $2', [
      row.workspaceId,
      changeId,
      now,
    ]);
    if (changeTopic !== null) {
      const woken = await rejoinTopic(app, client, row, { topic: changeTopic, replacedState, replacedAt, now });
      const then = await lockDeparture(client, link);
      return { departure: then && departureOf(then, now), woken };
    }
    const woken = await moveConsent(app, client, row, {
      after: { ...before, optedOutAt: await latestOptOut(client, row, null) },
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

interface Rejoining extends Pick<DepartureRow, 'replacedAt'> {
  readonly topic: string;
  readonly replacedState: ContactStatus;
  readonly now: Date;
}

/** Restores what had been decided of the topic before; nothing had where the history names no time. */
async function rejoinTopic(
  app: App,
  client: Queryable,
  row: DepartureRow,
  { topic, replacedState, replacedAt, now }: Rejoining,
): Promise<readonly TurnKey[]> {
  const state = replacedState === 'unsubscribed' ? replacedState : 'subscribed';
  const optedOutAt = replacedAt && (await latestOptOut(client, row, topic));
  const source = 'undo';
  const after: TopicDecision | null = replacedAt && {
    state,
    at: replacedAt.toISOString(),
    source,
    optedOutAt: optedOutAt?.toISOString() ?? null,
  };
  const webhook = 'contact.rejoined_marketing';
  return moveTopic(app, client, row, { topic, after, source, at: replacedAt ?? now, now, webhook });
}

/** The latest opt-out of the topic, or of marketing, that was not undone. */
async function latestOptOut(
  client: Queryable,
  { workspaceId, id }: DepartureRow,
  topic: string | null,
): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT max(at) AS at FROM consent_changes
     WHERE workspace_id = $1 AND contact_id = $2 AND state = 'unsubscribed' AND undone_at IS NULL
       AND topic IS NOT DISTINCT FROM $3`,
    [workspaceId, id, topic],
  );
  return rows[0]?.at ?? null;
}
