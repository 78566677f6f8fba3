import type { App } from '../context.ts';
import { asParty } from '../db/party.ts';
import type { PostResult } from '../transport/post/guarded-post.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { buildBody } from './build-bodies.ts';
import { beginsWithin, claimWebhooks } from './claim-webhooks.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { recordAttempt } from './record-attempts.ts';
import { refreshWebhook } from './refresh-webhook.ts';
import { signWebhook } from './sign-webhook.ts';

/** How long one turn may go on before others have theirs; milliseconds. */
const turnTime = 1_000;
/** How long a turn waits for a slot before it leaves: a receiver that is slower costs nobody a turn; milliseconds. */
const slotPatience = 50;

/**
 * One turn of an endpoint: its due webhooks go out through a sliding window, until none is due or its time is over.
 * Attempts that outlast the turn go on by themselves and keep their slots; the first that ends goes on with the turn,
 * without the queue.
 */
export async function deliverTurn(app: App, turn: TurnKey): Promise<void> {
  const window = app.parts.deliveries.windowOf(turn);
  if (!window.enter()) return;
  const until = performance.now() + turnTime;
  let patience = 0;
  try {
    while (performance.now() < until) {
      if (window.free() === 0 && !(await window.slotWithin(patience))) {
        window.whenFree(() => goOn(app, turn));
        return;
      }
      const free = window.free();
      const claimed = await claimWebhooks(app, turn, free);
      const beginsUntil = app.clock.now().getTime() + beginsWithin;
      for (const webhook of claimed) {
        window.add(async (ending, waited) => {
          // Left to whoever finds its lease over: so long it has waited for the database.
          if (app.clock.now().getTime() >= beginsUntil) return;
          await app.parts.deliveries.follow(attempt(app, webhook, { ending, waited }));
        });
      }
      // Fewer than there was room for: no more are due. What became so meanwhile has asked.
      if (claimed.length < free && !window.askedMeanwhile()) return;
      // Others wait for a turn: each of them has a claim before this endpoint has its next one.
      if (window.pressed()) break;
      patience = slotPatience;
    }
  } finally {
    window.leave();
  }
  await app.wake.ask('webhooks', [turn]);
}

/**
 * Takes an endpoint's turn without the queue where this process delivers; false where it does not. Whoever records a
 * webhook so sends it at once, or as soon as it may.
 */
export function deliverHere(app: App, turn: TurnKey): boolean {
  return app.parts.deliveries.inLine(turn, () => goOn(app, turn));
}

/** What fails here, the sweep makes good. */
function goOn(app: App, turn: TurnKey): void {
  void app.parts.deliveries.follow(
    // Begun within a request, the turn still is work of the process.
    asParty({ kind: 'work', name: turn.platformId }, () => deliverTurn(app, turn)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'a turn broke off'),
    ),
  );
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
  // What fails may pause the endpoint: nothing more is claimed for it before that is written down.
  await recordAttempt(app, { webhook, at, result, ...(result.error === null && { writing: ending }) });
  logAttempt(app, webhook, result);
  // The pause is over for all that waited behind the probe.
  if (webhook.probe && result.error === null) goOn(app, { platformId: webhook.platformId, id: webhook.endpointId });
}

/** Without the address: a receiver may have put a secret into it. */
function logAttempt(app: App, { id, endpointId, type, attemptNumber }: ClaimedWebhook, result: PostResult): void {
  const { status, error, durationMs } = result;
  const line = { webhook: id, endpoint: endpointId, type, attempt: attemptNumber, status, failure: error, durationMs };
  app.log.info(line, error === null ? 'webhook delivered' : 'webhook delivery failed');
}

/** What it was about is gone, erased or past its time: it can tell nothing, and must not be every probe of a pause. */
async function dropWebhook(app: App, { platformId, id, attemptNumber }: ClaimedWebhook): Promise<void> {
  await app.db.pool.query('DELETE FROM webhooks WHERE platform_id = $1 AND id = $2 AND attempt_number = $3', [
    platformId,
    id,
    attemptNumber,
  ]);
}
