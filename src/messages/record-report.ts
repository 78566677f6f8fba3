import type { MessageState } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db.ts';
import { type AddressFault, suppressAddresses } from '../suppressions/suppress-addresses.ts';
import type { InboundReport } from '../transport/inbound.ts';
import { recordWebhooks, type WebhookCause } from '../webhooks/record-webhooks.ts';
import { countLateReport } from '../workspaces/count-outcomes.ts';

interface ReportedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly state: MessageState;
  readonly recipient: string | null;
  readonly addressHash: Buffer;
}

/** Which states a report moves a message out of, and where to; anything else it leaves alone (decisions, section 7). */
const moves: Readonly<
  Record<'bounce' | 'delivered' | 'complaint', { from: readonly MessageState[]; to: MessageState }>
> = {
  bounce: { from: ['sent', 'delivered'], to: 'bounced' },
  delivered: { from: ['sent'], to: 'delivered' },
  complaint: { from: ['sent', 'delivered'], to: 'complained' },
};

/**
 * What a report that came back says of its message. The report named it by a signature of ours, so it is looked up by
 * that id alone. A report that comes twice, or too late, changes nothing.
 */
export async function recordReport(app: App, report: InboundReport): Promise<void> {
  const { kind, messageId } = report;
  if (kind === 'delayed') return;
  const woken = await app.db.transaction(async (client) => {
    const message = await lockMessage(client, messageId);
    const move = moves[kind];
    if (!message || !move.from.includes(message.state)) return [];
    const at = app.clock.now();
    const hard = kind === 'bounce' && report.hard;
    await client.query(
      `UPDATE messages
       SET state = $3, ended_at = $4, bounce = $5::bounce_kind, evidence = coalesce($6::delivery_evidence, evidence)
       WHERE workspace_id = $1 AND id = $2`,
      [
        message.workspaceId,
        messageId,
        move.to,
        at,
        kind === 'bounce' ? (hard ? 'hard' : 'soft') : null,
        kind === 'delivered' ? 'report' : null,
      ],
    );
    await countLateReport(client, { workspaceId: message.workspaceId, kind, hard, from: message.state, at });
    const suppressed = await suppressAddresses(app, client, faultsOf(message, kind, hard, at));
    const cause = {
      platformId: message.platformId,
      simulated: false,
      workspaceId: message.workspaceId,
      messageId,
      at,
    };
    return recordWebhooks(app, client, [{ ...cause, ...causeOf(kind, hard) }, ...suppressed]);
  });
  await app.wake.ask('webhooks', woken);
}

async function lockMessage(client: Queryable, id: string): Promise<ReportedMessage | null> {
  const { rows } = await client.query<ReportedMessage>(
    `SELECT platform_id AS "platformId", workspace_id AS "workspaceId", state, recipient, address_hash AS "addressHash"
     FROM messages WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0] ?? null;
}

type Told = 'bounce' | 'delivered' | 'complaint';

function faultsOf(message: ReportedMessage, kind: Told, hard: boolean, at: Date): readonly AddressFault[] {
  const { platformId, workspaceId, recipient, addressHash } = message;
  const fault = { platformId, address: recipient, addressHash, at };
  if (kind === 'complaint') return [{ ...fault, workspaceId, reason: 'complaint', blocks: 'marketing' }];
  return hard ? [{ ...fault, workspaceId: null, reason: 'hard_bounce', blocks: 'all' }] : [];
}

function causeOf(kind: Told, hard: boolean): Pick<WebhookCause, 'type' | 'source' | 'details'> {
  switch (kind) {
    case 'bounce':
      return { type: 'message.bounced', source: 'service', details: { bounce: hard ? 'hard' : 'soft' } };
    case 'delivered':
      return { type: 'message.delivered', source: 'service', details: {} };
    case 'complaint':
      return { type: 'message.complained', source: 'recipient', details: {} };
  }
}
