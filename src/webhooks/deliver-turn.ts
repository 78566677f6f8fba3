import type { App } from '../context.ts';
import type { PostResult } from '../transport/post/guarded-post.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { Pressed } from '../turns/scheduler.ts';
import { buildBody } from './build-bodies.ts';
import { beginsWithin, claimWebhooks } from './claim-webhooks.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { recordAttempt } from './record-attempts.ts';
import { refreshWebhook } from './refresh-webhook.ts';
import { signWebhook } from './sign-webhook.ts';

/** How long one turn may go on before others have theirs; milliseconds (docs/rules.md#endpoint-shares). */
const turnTime = 1_000;
/** How long a turn waits for a slot before it ends, so that slow receivers keep no place from others; milliseconds. */
const slotPatience = 50;

/**
 * One turn of an endpoint: its due webhooks go out through a sliding window, until none is due or its time is over.
 * Attempts that outlast the turn go on and keep their slots; the first free slot asks for the next turn.
 */
export async function deliverTurn(app: App, turn: TurnKey, pressed: Pressed): Promise<void> {
  const window = app.parts.deliveries.windowOf(turn);
  const until = performance.now() + turnTime;
  let patience = 0;
  while (performance.now() < until) {
    if (window.free() === 0 && !(await window.slotWithin(patience))) {
      window.whenFree(() => app.parts.turns.webhooks.ask(turn));
      return;
    }
    const free = window.free();
    const claimed = await claimWebhooks(app, turn, free);
    const beginsUntil = app.clock.now().getTime() + beginsWithin;
    for (const webhook of claimed) {
      window.add(async (ending, waited) => {
        // The attempt has waited for the database too long. The webhook is claimed again when its lease is over.
        if (app.clock.now().getTime() >= beginsUntil) return;
        await attempt(app, webhook, { ending, waited });
      });
    }
    // Fewer than there was room for: no more are due. Webhooks that became due meanwhile have asked for another turn.
    if (claimed.length < free) return;
    // Other endpoints wait for a turn: each of them has a claim before this endpoint has its next one.
    if (pressed()) break;
    patience = slotPatience;
  }
  await app.wake.ask('webhooks', [turn]);
}

interface Begun {
  readonly ending: () => void;
  /** The claim is older than the attempt. */
  readonly waited: boolean;
}

async function attempt(app: App, webhook: ClaimedWebhook, { ending, waited }: Begun): Promise<void> {
  try {
    const current = waited ? await refreshWebhook(app, webhook) : webhook;
    if (current !== null) await deliverWebhook(app, current, ending);
  } catch (error) {
    app.log.error({ err: error, webhook: webhook.id }, 'an attempt broke off');
  }
}

async function deliverWebhook(app: App, webhook: ClaimedWebhook, ending: () => void): Promise<void> {
  if (webhook.messageId !== null && webhook.message === null) return dropWebhook(app, webhook);
  const at = app.clock.now();
  const body = JSON.stringify(buildBody(webhook, webhook));
  const result = await app.guardedPost.post({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tidings-Webhooks/1',
      ...signWebhook(webhook.id, body, webhook.keys, at),
    },
    body,
  });
  // A failure may pause the endpoint: nothing more is claimed for it before the failure is written.
  await recordAttempt(app, { webhook, at, result, ...(result.error === null && { writing: ending }) });
  logAttempt(app, webhook, result);
  // The probe has ended the pause: the other webhooks may go out.
  if (webhook.probe && result.error === null) {
    app.parts.turns.webhooks.ask({ platformId: webhook.platformId, id: webhook.endpointId });
  }
}

/** The log line has no URL: a receiver may have put a secret into it. */
function logAttempt(app: App, { id, endpointId, type, attemptNumber }: ClaimedWebhook, result: PostResult): void {
  const { status, error, durationMs } = result;
  const line = { webhook: id, endpoint: endpointId, type, attempt: attemptNumber, status, failure: error, durationMs };
  app.log.info(line, error === null ? 'webhook delivered' : 'webhook delivery failed');
}

/** The webhook's message is erased or past its retention: there is no body, and the row must not be every probe. */
async function dropWebhook(app: App, { platformId, id, attemptNumber }: ClaimedWebhook): Promise<void> {
  await app.db.pool.query('DELETE FROM webhooks WHERE platform_id = $1 AND id = $2 AND attempt_number = $3', [
    platformId,
    id,
    attemptNumber,
  ]);
}
