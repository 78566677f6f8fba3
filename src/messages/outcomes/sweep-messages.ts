/**
 * The sweep of messages, run every second by one worker at a time, for moves that only time causes
 * (docs/rules.md#message-expiry, docs/rules.md#silent-relays, docs/rules.md#message-leases). ask-for-due-messages.ts
 * asks for the turns of due messages.
 */

import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { clockTolerance } from '../../ground/time/clock.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { leaseTime, outageGrace } from '../claims/message-lease.ts';
import { reportWait } from '../reports/silent-relays.ts';
import { failPoison } from '../sending/fail-poison.ts';
import { messageLifetime } from '../states/message-lifetime.ts';
import { apart, endSql, fromSql, moves, toSql } from '../states/message-states.ts';
import { endByTime } from './end-by-time.ts';
import { failOrphanedMail } from './fail-orphaned-mail.ts';

/** Rows moved by one sweep, at most; the next sweep continues. */
const rowsASweep = 500;

const freeLeases = statement({
  name: 'free-leases',
  hidden: true,
  /** `held`: ids of the messages whose attempts run in this process. */
  values: { now: 'timestamptz', ahead: 'timestamptz', held: 'text[]' },
  text: ({ now, ahead, held }) => `
    UPDATE messages
    SET state = ${toSql(moves.lostLease)}, lease_until = NULL, due_at = ${now}, lost_leases = lost_leases + 1
    WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM messages WHERE ${apart(fromSql('state', moves.lostLease))} AND (lease_until < ${now} OR lease_until > ${ahead})
        AND id <> ALL (${held})
      ORDER BY lease_until LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED)`,
});

/**
 * Mail that a process whose clock was ahead has dated: it would wait until that time. `ahead`: no row is dated later, and
 * none ends after `latest`, by which such rows are found at the end of an index.
 */
const healDueTimes = statement({
  name: 'heal-due-times',
  hidden: true,
  values: { now: 'timestamptz', ahead: 'timestamptz', latest: 'timestamptz' },
  text: ({ now, ahead, latest }) => `
    UPDATE messages SET due_at = ${now}
    WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM messages
      WHERE ${apart(fromSql('state', moves.claim))} AND expires_at > ${latest} AND due_at > ${ahead} AND waits_for IS NULL
      LIMIT ${rowsASweep} FOR NO KEY UPDATE SKIP LOCKED)`,
});

const expire = statement({
  name: 'expire-messages',
  hidden: true,
  values: { now: 'timestamptz' },
  text: ({ now }) =>
    endSql({
      move: moves.expiry,
      at: now,
      selection: `
    SELECT workspace_id, id FROM messages WHERE ${apart(fromSql('state', moves.expiry))} AND expires_at <= ${now}
    ORDER BY expires_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED`,
    }),
});

const deliverSilent = statement({
  name: 'deliver-silent',
  hidden: true,
  values: { now: 'timestamptz', silentSince: 'timestamptz' },
  text: ({ now, silentSince }) =>
    endSql({
      move: moves.silence,
      at: now,
      set: `, evidence = 'silence'`,
      selection: `
    SELECT workspace_id, id FROM messages WHERE ${apart(fromSql('state', moves.silence))} AND ended_at <= ${silentSince}
    ORDER BY ended_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED`,
    }),
});

/** Frees lost leases, and ends messages that expired or lost their workspace. */
export async function sweepMessages(app: App): Promise<void> {
  const woken = await oneAtATime(app.db, 'sweepMessages', async (client) => {
    const now = app.clock.now();
    const ahead = now.getTime() + clockTolerance;
    const latest = new Date(ahead + messageLifetime * 1_000);
    await client.query(healDueTimes({ now, ahead: new Date(ahead), latest }));
    const poisoned = await freeLostLeases(app, client, now);
    const expired = await endByTime(app, client, 'message.expired', (at) => expire({ now: at }));
    const silent = await endByTime(app, client, 'message.delivered', (at) =>
      deliverSilent({ now: at, silentSince: new Date(at.getTime() - reportWait) }),
    );
    const orphaned = await failOrphanedMail(app, client, now);
    return [...expired.endpoints, ...silent.endpoints, ...poisoned, ...orphaned];
  });
  await app.wake.ask('webhooks', woken ?? []);
}

/**
 * Counts the lost leases of each message, and fails messages that lost too many. Returns the endpoints with webhooks.
 * Other processes could renew no lease during an outage of the database, so each of them has time from its end.
 * No attempt of this process has lost its lease: whatever its clock says, the process lives and will tell.
 */
async function freeLostLeases(app: App, client: Queryable, now: Date): Promise<readonly TurnKey[]> {
  if (app.clock.monotonic() - app.db.answersSince() < outageGrace) return [];
  const held = app.parts.inFlight.ids();
  const { rowCount } = await client.query(
    freeLeases({ now, ahead: new Date(now.getTime() + leaseTime + clockTolerance), held }),
  );
  app.parts.meters.lostLeases.addMany(rowCount ?? 0);
  return rowCount === 0 ? [] : failPoison(app, client);
}
