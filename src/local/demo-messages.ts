/**
 * The simulated messages of the demo platform: three as their emits leave them, of which one gets a reply, one that bounced,
 * one that was cancelled, one that leaves later.
 */
import type { Ctx } from '../context.ts';
import { emitEvent } from '../events/emit/emit-event.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { day } from '../ground/time/durations.ts';

interface DemoMessages {
  readonly event: string;
  readonly message: string;
  readonly bounced: string;
  readonly cancelled: string;
  readonly scheduled: string;
  readonly answered: string;
}

/** From the first start to the time of the message that leaves later; milliseconds. */
const scheduledFor = 7 * day;

export async function addMessages(ctx: Ctx): Promise<DemoMessages> {
  const answered = await emit(ctx, '995', 'delivered+995');
  const bounced = await emit(ctx, '997', 'bounce+997');
  const cancelled = await emit(ctx, '998', 'delivered+998');
  const { message } = await emit(ctx, '999', 'delivered+999');
  const { event } = await emit(ctx, '1000', 'delivered');
  await endAs(ctx, bounced.message, { state: 'bounced', bounce: 'hard', reason: null });
  await endAs(ctx, cancelled.message, { state: 'failed', bounce: null, reason: 'cancelled' });
  const scheduled = await schedule(ctx);
  return {
    event,
    message,
    bounced: bounced.message,
    cancelled: cancelled.message,
    scheduled,
    answered: answered.message,
  };
}

/** A later start has another time: the message of the first one stays. */
async function schedule(ctx: Ctx): Promise<string> {
  const { app, platformId } = ctx;
  const sendAt = new Date(app.clock.now().getTime() + scheduledFor).toISOString();
  try {
    return (await emit(ctx, '996', 'delivered+996', { sendAt })).message;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'idempotency_key_reused') throw error;
    const { rows } = await app.db.pool.query<{ id: string }>(
      'SELECT id FROM messages WHERE platform_id = $1 AND idempotency_key = $2 ORDER BY id DESC LIMIT 1',
      [platformId, keyOf('996')],
    );
    return rows[0]?.id ?? '';
  }
}

const keyOf = (number: string) => `demo-${number}-shipped`;

async function emit(ctx: Ctx, number: string, localPart: string, more: { readonly sendAt?: string } = {}) {
  const { record } = await emitEvent(ctx, 'ref:demo', {
    type: 'order.shipped',
    idempotencyKey: keyOf(number),
    recipient: { email: `${localPart}@${ctx.app.config.simulatorDomain}` },
    payload: { customer_name: 'Ada', order_number: number, tracking_url: `https://example.com/track/${number}` },
    ...more,
  });
  return { event: record.id, message: record.message?.id ?? '' };
}

interface Ending {
  readonly state: 'bounced' | 'failed';
  readonly bounce: 'hard' | null;
  readonly reason: 'cancelled' | null;
}

/** At once, whether or not a worker plays the message meanwhile: an outcome of an ended message moves nothing. */
async function endAs({ app, platformId }: Ctx, id: string, { state, bounce, reason }: Ending): Promise<void> {
  await app.db.pool.query(
    `UPDATE messages SET state = $3, bounce = $4, reason = $5, evidence = NULL, lease_until = NULL, ended_at = created_at
     WHERE platform_id = $1 AND id = $2`,
    [platformId, id, state, bounce, reason],
  );
}
