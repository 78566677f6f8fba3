import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import { buildBodies } from './build-bodies.ts';
import { type ClaimedWebhook, claimWebhooks } from './claim-webhooks.ts';
import { liveSecrets } from './live-secrets.ts';
import { recordAttempt } from './record-attempts.ts';
import { signWebhook } from './sign-webhook.ts';

/** Attempts at one endpoint that run at once in one process (decisions, section 9: its own share). */
const slots = 8;
/** How long one turn may go on before others have theirs; milliseconds. */
const turnTime = 2_000;

const running = new WeakMap<App, Map<string, Set<Promise<void>>>>();

function attemptsAt(app: App, endpointId: string): Set<Promise<void>> {
  const endpoints = running.get(app) ?? new Map<string, Set<Promise<void>>>();
  running.set(app, endpoints);
  const attempts = endpoints.get(endpointId) ?? new Set<Promise<void>>();
  endpoints.set(endpointId, attempts);
  return attempts;
}

/**
 * One turn of an endpoint: its due webhooks go out through a sliding window, until none is due or its time is over.
 * Attempts that outlast the turn go on by themselves and keep their slots, so a slow endpoint holds no turn.
 */
export async function deliverTurn(app: App, turn: TurnKey): Promise<void> {
  const attempts = attemptsAt(app, turn.id);
  const until = performance.now() + turnTime;
  while (performance.now() < until) {
    const free = slots - attempts.size;
    if (free <= 0) {
      await Promise.race([...attempts, timeLeft(until)]);
      continue;
    }
    const claimed = await claimWebhooks(app, turn, free);
    if (claimed.length === 0) return;
    const [bodies, secrets] = await Promise.all([buildBodies(app.db.pool, claimed), liveSecrets(app, turn.platformId)]);
    for (const webhook of claimed) {
      const attempt = deliverWebhook(app, webhook, JSON.stringify(bodies.get(webhook.id)), secrets)
        .catch((error: unknown) => app.log.error({ err: error, webhook: webhook.id }, 'an attempt broke off'))
        .finally(() => attempts.delete(attempt));
      attempts.add(attempt);
    }
  }
  await app.wake.ask('webhooks', [turn]);
}

/** Resolves when no attempt runs any more. */
export async function webhooksSettled(app: App): Promise<void> {
  await Promise.all([...(running.get(app)?.values() ?? [])].flatMap((attempts) => [...attempts]));
}

async function deliverWebhook(
  app: App,
  webhook: ClaimedWebhook,
  body: string,
  secrets: Parameters<typeof signWebhook>[2],
): Promise<void> {
  const at = app.clock.now();
  const result = await app.guardedPost.post({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tidings-Webhooks/1',
      ...signWebhook(webhook.id, body, secrets, at),
    },
    body,
  });
  await recordAttempt(app, { webhook, at, result });
}

function timeLeft(until: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, until - performance.now())).unref();
  });
}
