import type { DnsRecordPurpose, SendingDomain } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks, type WebhookCause } from '../webhooks/record-webhooks.ts';
import { wantedRecord } from './dns-records.ts';
import type { Finding } from './judge-record.ts';
import { lookUpRecords } from './look-up-records.ts';
import { nextCheck, nextState } from './next-status.ts';
import { isCaptured, isSendable } from './sendable.ts';

/** Longer than the slowest name servers delay a check; milliseconds. After that time the check is due again. */
const leaseTime = 60_000;

type ClaimedDomain = Pick<
  SendingDomain,
  'platformId' | 'id' | 'domain' | 'dkimSelector' | 'dkimPublicKey' | 'takesReplies'
> & {
  readonly leaseEnd: Date;
};

/**
 * One turn of a sending domain: looks its records up if a check is due, and stores the findings.
 * `sending_domain.changed` follows when the domain starts or stops being able to send.
 */
export async function checkSendingDomain(app: App, turn: TurnKey): Promise<void> {
  const at = app.clock.now();
  const domain = await claimCheck(app, turn, at);
  if (!domain) return;
  const findings = mayAsk(app, domain.domain) ? await lookUpRecords(app, domain) : new Map();
  const woken = await app.db.transaction((client) => recordCheck(app, client, domain, findings, at));
  await app.wake.ask('webhooks', woken);
}

/** While mail is captured, lookups of local domains stay on the machine, unless a name server is configured. */
function mayAsk(app: App, domain: string): boolean {
  return app.config.dnsServers.length > 0 || !isCaptured(app.config, domain);
}

async function claimCheck(app: App, { platformId, id }: TurnKey, now: Date): Promise<ClaimedDomain | undefined> {
  const { rows } = await app.db.pool.query<ClaimedDomain>(
    `UPDATE sending_domains SET check_due_at = $4 WHERE platform_id = $1 AND id = $2 AND check_due_at <= $3
     RETURNING platform_id AS "platformId", id, domain, dkim_selector AS "dkimSelector",
       dkim_public_key AS "dkimPublicKey", takes_replies AS "takesReplies", check_due_at AS "leaseEnd"`,
    [platformId, id, now, new Date(now.getTime() + leaseTime)],
  );
  return rows[0];
}

type CheckedDomain = Pick<SendingDomain, 'domain' | 'status' | 'failingSince' | 'verifiedAt'>;

async function recordCheck(
  app: App,
  client: Queryable,
  domain: ClaimedDomain,
  findings: ReadonlyMap<DnsRecordPurpose, Finding>,
  at: Date,
): Promise<readonly TurnKey[]> {
  const key = [domain.platformId, domain.id];
  const { rows } = await client.query<CheckedDomain>(
    `SELECT domain, status, failing_since AS "failingSince", verified_at AS "verifiedAt" FROM sending_domains
     WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    key,
  );
  const before = rows[0];
  // The domain was deleted or replaced meanwhile.
  if (!before) return [];
  const records = await writeFindings(client, domain, findings, at);
  const inOrder = records.every(
    ({ purpose, status }) => status === 'verified' || !wantedRecord(app.config, domain, purpose).required,
  );
  const reply = records.find(({ purpose }) => purpose === 'reply');
  const now = app.clock.now();
  const after = { ...before, ...nextState(before, inOrder, now) };
  await client.query(
    moveDomain({
      platformId: domain.platformId,
      id: domain.id,
      status: after.status,
      failingSince: after.failingSince,
      verifiedAt: after.verifiedAt,
      repliesReach: reply === undefined ? null : reply.status === 'verified',
      leaseEnd: domain.leaseEnd,
      checkDueAt: nextCheck(after, findings.size === records.length, now),
      now,
    }),
  );
  const sendable = isSendable(app.config, after);
  if (sendable === isSendable(app.config, before)) return [];
  return recordWebhooks(app, client, [changedCause(domain, sendable, records, now)]);
}

const moveDomain = statement({
  values: {
    platformId: 'text',
    id: 'text',
    status: 'sending_domain_status',
    failingSince: 'timestamptz',
    verifiedAt: 'timestamptz',
    repliesReach: 'boolean',
    leaseEnd: 'timestamptz',
    checkDueAt: 'timestamptz',
    now: 'timestamptz',
  },
  // A verification requested during the check moved the date and is still due.
  text: (v) => `
    UPDATE sending_domains
    SET status = ${v.status}, failing_since = ${v.failingSince}, verified_at = ${v.verifiedAt},
        takes_replies = ${v.repliesReach},
        check_due_at = CASE WHEN check_due_at = ${v.leaseEnd} THEN ${v.checkDueAt} ELSE check_due_at END,
        updated_at = CASE WHEN status = ${v.status} THEN updated_at ELSE ${v.now} END
    WHERE platform_id = ${v.platformId} AND id = ${v.id}`,
});

interface RecordStatus {
  readonly purpose: DnsRecordPurpose;
  readonly status: string;
}

interface RecordFinding {
  readonly purpose: DnsRecordPurpose;
  readonly finding: Finding;
}

const keepFindings = statement({
  rows: {
    i: rowsOf<RecordFinding>({
      purpose: ['dns_record_purpose', ({ purpose }) => purpose],
      status: ['dns_record_status', ({ finding }) => finding.status],
      found: ['text', ({ finding }) => finding.found],
    }),
  },
  values: { platformId: 'text', id: 'text', at: 'timestamptz' },
  text: ({ i, platformId, id, at }) => `
    UPDATE sending_domain_records r SET status = i.status, found = i.found, checked_at = ${at}
    FROM ${i}
    WHERE r.platform_id = ${platformId} AND r.sending_domain_id = ${id} AND r.purpose = i.purpose
      AND coalesce(r.checked_at <= ${at}, true)`,
});

/** Writes each finding, unless a later check was faster; returns every record after the write. */
async function writeFindings(
  client: Queryable,
  { platformId, id }: ClaimedDomain,
  findings: ReadonlyMap<DnsRecordPurpose, Finding>,
  at: Date,
): Promise<readonly RecordStatus[]> {
  const found = [...findings].map(([purpose, finding]) => ({ purpose, finding }));
  await client.query(keepFindings({ i: found, platformId, id, at }));
  const { rows } = await client.query<RecordStatus>(
    `SELECT purpose, status FROM sending_domain_records WHERE platform_id = $1 AND sending_domain_id = $2
     ORDER BY purpose`,
    [platformId, id],
  );
  return rows;
}

function changedCause(
  { platformId, domain }: ClaimedDomain,
  sendable: boolean,
  records: readonly RecordStatus[],
  at: Date,
): WebhookCause {
  return {
    platformId,
    type: 'sending_domain.changed',
    source: 'service',
    simulated: false,
    workspaceId: null,
    details: { domain, sendable, records: records.map(({ purpose, status }) => ({ purpose, status })) },
    at,
  };
}
