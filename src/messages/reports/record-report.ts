import type { MessageState } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { formFor, inWorkspaces } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { statement } from '../../db/rows.ts';
import { movedColumns, noteReportsSql } from '../../figures/note-changes.ts';
import type { AddressFault } from '../../suppressions/address-fault.ts';
import { noteMailboxFaults } from '../../suppressions/note-mailbox-faults.ts';
import { suppressAddresses } from '../../suppressions/suppress-addresses.ts';
import type { InboundReport } from '../../transport/reports/find-reports.ts';
import { areOneAddress } from '../../transport/reports/report-address.ts';
import { recordWebhooks, type WebhookCause } from '../../webhooks/record-webhooks.ts';
import { addHealthCounts } from '../../workspaces/health/add-health-counts.ts';
import { updateHealth } from '../../workspaces/health/update-health.ts';
import { countReport } from '../outcomes/count-outcome.ts';
import { dropFiles, moves, movesFrom } from '../states/message-states.ts';
import { stateTime } from '../states/state-time.ts';
import { contentColumns, dropPayloadsSql, keptValuesSql } from '../states/unkept-content-sql.ts';
import { workspaceOfMessage } from '../states/workspace-of-message.ts';
import { keepReport } from './keep-report.ts';

interface ReportedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly timezone: string;
  readonly state: MessageState;
  readonly endedAt: Date | null;
  readonly recipient: string | null;
  readonly addressHash: Buffer;
}

type RecordedKind = 'bounce' | 'delivered' | 'complaint';

/** The move of each kind of report; in other states the message stays (docs/rules.md#reports). */
const moveOf = {
  bounce: moves.bounceReport,
  delivered: moves.deliveryReport,
  complaint: moves.complaintReport,
} as const satisfies Readonly<Record<RecordedKind, unknown>>;

/**
 * Applies a report to its message. The report carries the signed id of the message, so the lookup needs no workspace. A
 * report that comes twice or too late changes nothing, and is stored all the same.
 */
export async function recordReport(app: App, report: InboundReport): Promise<void> {
  const { kind, messageId } = report;
  const woken = await app.db.transaction(async (client) => {
    const message = await lockMessage(app.db, client, messageId);
    if (!message) return [];
    const now = app.clock.now();
    const heard = forAddress(report, message.recipient);
    await keepReport(client, message.workspaceId, heard, now);
    if (kind === 'delayed' || !movesFrom(moveOf[kind], message.state)) return [];
    return recordWebhooks(
      app,
      client,
      await applyReport(app, client, message, { ...heard, kind }, stateTime(now, message.endedAt)),
    );
  });
  await app.wake.ask('webhooks', woken);
}

/**
 * A report counts for the address that it names: somebody to whom the mail was passed on does not speak for ours
 * (docs/rules.md#messages-of-a-report).
 */
function forAddress(report: InboundReport, recipient: string | null): InboundReport {
  if (!report.address || recipient === null || areOneAddress(recipient, report.address)) return report;
  return { ...report, hard: false, mailboxFault: false };
}

const lock = statement({
  values: { id: 'text' },
  text: ({ id }, only) => `
    SELECT m.platform_id AS "platformId", m.workspace_id AS "workspaceId", w.timezone, m.state, m.recipient,
      m.ended_at AS "endedAt", m.address_hash AS "addressHash"
    FROM messages m JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id
    WHERE m.id = ${id} AND ${only('m.workspace_id')} FOR NO KEY UPDATE OF m`,
});

async function lockMessage(db: Pick<Db, 'isCluster'>, client: Queryable, id: string): Promise<ReportedMessage | null> {
  const rows = await inWorkspaces(db, client, { find: workspaceOfMessage({ id }), rows: 1 }, async (form) => {
    return (await client.query<ReportedMessage>(form(lock)({ id }))).rows;
  });
  return rows[0] ?? null;
}

const move = statement({
  values: {
    workspaceId: 'text',
    id: 'text',
    state: 'message_state',
    endedAt: 'timestamptz',
    bounce: 'bounce_kind',
    evidence: 'delivery_evidence',
  },
  text: (v, only) => `
    WITH old AS (
      SELECT state, ended_at, evidence FROM messages
      WHERE workspace_id = ${v.workspaceId} AND ${only('workspace_id')} AND id = ${v.id}
    ), moved AS (
      UPDATE messages m
      SET state = ${v.state}, ended_at = ${v.endedAt}, bounce = ${v.bounce}, evidence = coalesce(${v.evidence}, m.evidence),
          values = ${keptValuesSql('m')}
      FROM old WHERE m.workspace_id = ${v.workspaceId} AND ${only('m.workspace_id')} AND m.id = ${v.id}
      RETURNING ${movedColumns}, old.state AS old_state, old.ended_at AS old_ended_at, old.evidence AS old_evidence,
        ${contentColumns}
    ), unkept AS (${dropPayloadsSql('moved', 'true', only)}
    ), noted AS (${noteReportsSql('moved', only)}
    ), ${feedSql({
      form: only,
      from: 'moved',
      topics: ['moved.workspace_id', 'moved.id'],
      subject: 'moved.id',
      state: 'moved.state',
      at: 'moved.ended_at',
      // A complaint proves the delivery of a message that waited for its report, and follows it by a millisecond.
      through: {
        state: `'delivered'`,
        at: `moved.ended_at - make_interval(secs => 0.001)`,
        only: `moved.state = 'complained' AND moved.old_state = 'sent'`,
      },
    })}
    SELECT count(*) FROM moved`,
});

/** Moves the message and updates counts, suppressions and health. Returns the webhooks. */
async function applyReport(
  app: App,
  client: Queryable,
  message: ReportedMessage,
  report: InboundReport & { readonly kind: RecordedKind },
  at: Date,
): Promise<readonly WebhookCause[]> {
  const { kind, messageId, hard } = report;
  const { platformId, workspaceId, state } = message;
  const waited = state === 'sent';
  const told = causesOf(kind, hard, waited, at);
  const [after] = moveOf[kind].to;
  const endedAt = told.at(-1)?.at ?? at;
  const form = formFor(app.db, workspaceId);
  await client.query(
    form(move)({
      workspaceId,
      id: messageId,
      state: after,
      endedAt,
      bounce: kind === 'bounce' ? (hard ? 'hard' : 'soft') : null,
      // A complaint proves the delivery.
      evidence: waited && kind !== 'bounce' ? 'report' : null,
    }),
  );
  countReport(app, platformId, {
    outcome: after,
    kind: kind === 'bounce' ? (hard ? 'hard' : 'soft') : 'report',
    recipient: message.recipient,
  });
  if (waited) await dropFiles(client, form, [{ workspaceId, id: messageId, state: after }]);
  await addHealthCounts(app.db, client, [
    {
      platformId,
      workspaceId,
      at,
      ended: waited ? 1 : 0,
      delivered: kind === 'bounce' ? (waited ? 0 : -1) : waited ? 1 : 0,
      hardBounces: hard ? 1 : 0,
      complaints: kind === 'complaint' ? 1 : 0,
    },
  ]);
  const { timezone, recipient: address, addressHash } = message;
  const worn = report.mailboxFault
    ? await noteMailboxFaults(app.db, client, [{ platformId, workspaceId, timezone, address, addressHash, at }])
    : [];
  const suppressed = await suppressAddresses(app, client, [...faultsOf(message, kind, hard, at), ...worn]);
  const health = kind === 'delivered' ? [] : await updateHealth(app, client, [{ platformId, workspaceId }]);
  const cause = { platformId, simulated: false, workspaceId, messageId };
  return [...told.map((one) => ({ ...cause, ...one })), ...suppressed, ...health];
}

function faultsOf(message: ReportedMessage, kind: RecordedKind, hard: boolean, at: Date): readonly AddressFault[] {
  const { platformId, workspaceId, recipient, addressHash } = message;
  const fault = { platformId, address: recipient, addressHash, at };
  if (kind === 'complaint') return [{ ...fault, workspaceId, reason: 'complaint', blocks: 'marketing' }];
  return hard ? [{ ...fault, workspaceId: null, reason: 'hard_bounce', blocks: 'all' }] : [];
}

function causesOf(
  kind: RecordedKind,
  hard: boolean,
  waited: boolean,
  at: Date,
): readonly Pick<WebhookCause, 'type' | 'source' | 'details' | 'at'>[] {
  const delivered = { type: 'message.delivered', source: 'service', details: {}, at } as const;
  switch (kind) {
    case 'bounce':
      return [{ type: 'message.bounced', source: 'service', details: { bounce: hard ? 'hard' : 'soft' }, at }];
    case 'delivered':
      return [delivered];
    case 'complaint': {
      const complained = { type: 'message.complained', source: 'recipient', details: {} } as const;
      return waited ? [delivered, { ...complained, at: stateTime(at, at) }] : [{ ...complained, at }];
    }
  }
}
