import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { type Sender, sendOwnMail } from '../sending-domain/send-own-mail.ts';
import { isSendable } from '../sending-domain/sendable.ts';
import {
  daysToDisable,
  daysToTell,
  mailsASweep,
  mailsUnderWay,
  sweepApart,
  sweepPatience,
  triesApart,
  triesMax,
} from './alert-limits.ts';
import { alertMail, type FailingEndpoint } from './alert-mail.ts';

declare module '../context.ts' {
  interface Parts {
    /**
     * When the endpoints are looked at again, in the monotonic time of the process (milliseconds), and how many mails are
     * under way.
     */
    readonly alertSweep: { nextAt: number; underWay: number };
  }
}

/** SQL: whether the endpoint `e` has failed for so many days, without an accepted webhook between. */
const hasFailedFor = (days: number) => `e.failed_at - e.failing_since >= make_interval(days => ${days})`;

const disable = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    UPDATE webhook_endpoints e SET paused_at = ${now}, disabled_at = ${now}
    WHERE e.alert_email IS NOT NULL AND e.failing_since IS NOT NULL AND e.deleted_at IS NULL AND e.paused_at IS NULL
      AND ${hasFailedFor(daysToDisable)}
    RETURNING e.platform_id AS "platformId"`,
});

/** 1: it has failed for a day. 2: it is disabled. */
const level = `CASE WHEN e.disabled_at IS NOT NULL THEN 2 WHEN ${hasFailedFor(daysToTell)} THEN 1 ELSE 0 END`;

interface DueAlert extends FailingEndpoint {
  readonly platformId: string;
  readonly level: number;
  readonly tries: number;
}

/** A mail whose last try was claimed and not settled, by a process that died, is not tried any more. */
const giveUp = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    UPDATE webhook_endpoints e SET alert_level = coalesce(e.alert_level, 0) + 1, alert_tries = NULL, alert_due_at = NULL
    WHERE e.alert_tries >= ${triesMax} AND e.alert_due_at <= ${now} AND e.deleted_at IS NULL`,
});

/** A claim counts as a try: a process that dies in the middle leaves the mail to the next one, `triesApart` later. */
const claim = statement({
  values: { now: 'timestamptz', nextAt: 'timestamptz', count: 'int' },
  text: ({ now, nextAt, count }) => `
    UPDATE webhook_endpoints e SET alert_tries = coalesce(e.alert_tries, 0) + 1, alert_due_at = ${nextAt}
    FROM (
      SELECT e.platform_id, e.id, ${level} AS level
      FROM webhook_endpoints e JOIN platforms p ON p.id = e.platform_id
      WHERE e.alert_email IS NOT NULL AND e.failing_since IS NOT NULL AND e.deleted_at IS NULL AND p.suspended_at IS NULL
        AND ${level} > coalesce(e.alert_level, 0)
        AND coalesce(e.alert_tries, 0) < ${triesMax} AND coalesce(e.alert_due_at <= ${now}, true)
      ORDER BY e.platform_id, e.id LIMIT ${count} FOR NO KEY UPDATE OF e SKIP LOCKED
    ) due
    WHERE e.platform_id = due.platform_id AND e.id = due.id
    RETURNING e.platform_id AS "platformId", e.id, e.url, e.alert_email AS "alertEmail",
      e.failing_since AS "failingSince", e.failures, due.level, due.level = 2 AS "isDisabled", e.alert_tries AS tries`,
});

const settle = statement({
  values: { platformId: 'text', id: 'text', level: 'int', failingSince: 'timestamptz' },
  text: (v) => `
    UPDATE webhook_endpoints SET alert_level = ${v.level}, alert_tries = NULL, alert_due_at = NULL
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND failing_since = ${v.failingSince}`,
});

/**
 * Tells the address that an endpoint names when it has failed for a day, and when it is disabled after five
 * (docs/rules.md#alerts-of-an-endpoint). The mails are no messages: nothing that becomes of them causes a webhook.
 */
export async function sweepAlerts(app: App): Promise<void> {
  const { alertSweep } = app.parts;
  if (app.clock.monotonic() < alertSweep.nextAt) return;
  alertSweep.nextAt = app.clock.monotonic() + sweepApart;
  const now = app.clock.now();
  const { rows: disabled } = await app.db.pool.query<{ platformId: string }>(disable({ now }));
  for (const { platformId } of disabled) app.parts.deliveries.recall(platformId);
  const nextAt = new Date(now.getTime() + triesApart);
  await app.db.pool.query(giveUp({ now }));
  const count = Math.min(mailsASweep, mailsUnderWay - alertSweep.underWay);
  const { rows } = await app.db.pool.query<DueAlert>(claim({ now, nextAt, count }));
  // A slow receiver holds up neither the next sweep nor the end of the process.
  await Promise.race([Promise.all(rows.map((alert) => tell(app, alert))), wait(sweepPatience, null, { ref: false })]);
}

/** Never rejects. */
async function tell(app: App, alert: DueAlert): Promise<void> {
  const { alertSweep } = app.parts;
  const { platformId, id, level: told, failingSince, tries } = alert;
  const facts = { endpoint: id, platform: platformId, tries };
  alertSweep.underWay += 1;
  try {
    const outcome = await send(app, alert);
    app.log.info({ ...facts, outcome }, 'alert of an endpoint');
    const mayCome = outcome === 'temporary' || outcome === 'no domain';
    if (mayCome && tries < triesMax) return;
    await app.db.pool.query(settle({ platformId, id, level: told, failingSince }));
  } catch (err) {
    app.log.error({ ...facts, err }, 'alert of an endpoint failed');
  } finally {
    alertSweep.underWay -= 1;
  }
}

async function send(app: App, alert: DueAlert): Promise<string> {
  const { platformId, alertEmail } = alert;
  const sender = await app.db.prisma.sendingDomain.findUnique({ where: { platformId } });
  if (sender === null || !isSendable(app.config, sender)) return 'no domain';
  const { rows } = await app.db.pool.query<{ suppressed: boolean }>(
    `SELECT EXISTS (
       SELECT FROM platform_blocks WHERE platform_id = $1 AND address_hash = $2 AND blocks = 'all'
     ) AS suppressed`,
    [platformId, app.secrets.addressHash(alertEmail)],
  );
  if (rows[0]?.suppressed) return 'suppressed';
  return (await sendOwnMail(app, sender satisfies Sender, alertMail(alert))).outcome;
}
