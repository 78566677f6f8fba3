import { leave } from '../contacts/consent.ts';
import { readContactToken } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import { type Departure, departureOf, lockDeparture } from './departure.ts';
import { moveConsent } from './move-consent.ts';

/** Where a person unsubscribed: on the page of the link, or in the mail app (RFC 8058). */
export type LeaveSource = 'link' | 'mail_app';

/**
 * Unsubscribes the person of the token from marketing email (docs/rules.md#leaving-marketing). Returns null for a token
 * without a person.
 */
export async function leaveMarketing(app: App, token: string, source: LeaveSource): Promise<Departure | null> {
  const link = readContactToken(app.secrets, token);
  if (link === null) return null;
  const left = await app.db.transaction(async (client) => {
    const row = await lockDeparture(client, link);
    if (row === null) return null;
    const now = app.clock.now();
    if (row.status === 'unsubscribed') return { departure: departureOf(row, now), woken: [] };
    const woken = await moveConsent(app, client, row, {
      after: leave(row, now),
      source,
      at: now,
      now,
      webhook: 'contact.left_marketing',
    });
    const after = await lockDeparture(client, link);
    return { departure: after && departureOf(after, now), woken };
  });
  if (left === null) return null;
  await app.wake.ask('webhooks', left.woken);
  return left.departure;
}
