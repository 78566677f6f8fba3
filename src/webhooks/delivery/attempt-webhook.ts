import type { App } from '../../context.ts';
import type { PostResult } from '../../transport/post/guarded-post.ts';
import { removePendingSql } from '../pending-sql.ts';
import { signWebhook } from '../secrets/sign-webhook.ts';
import { buildBody } from './build-bodies.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { recordAttempt } from './record-attempts.ts';
import { readToldReplies } from './told-replies.ts';

/** Calls `answered` once the result is known, resolves when the result is committed, and never rejects. */
export async function attemptWebhook(
  app: App,
  webhook: ClaimedWebhook,
  answered: (accepted: boolean) => void,
): Promise<void> {
  try {
    // The claim took too long. The webhook is claimed again when its lease is over.
    if (app.clock.now().getTime() >= webhook.beginsUntil.getTime()) return;
    if (webhook.messageId !== null && webhook.message === null) await dropWebhook(app, webhook);
    else await deliverWebhook(app, webhook, answered);
  } catch (error) {
    app.log.error({ err: error, webhook: webhook.id }, 'an attempt broke off');
  }
}

async function deliverWebhook(app: App, webhook: ClaimedWebhook, answered: (accepted: boolean) => void): Promise<void> {
  const at = app.clock.now();
  // Of `message.replied` alone; for other types nothing is read.
  const reply = (await readToldReplies(app.db.pool, [webhook])).get(webhook.id);
  const body = JSON.stringify(buildBody(webhook, { ...webhook, reply }));
  const span = traced(app, webhook);
  const result = await app.guardedPost.post({
    url: webhook.url,
    headers: {
      // Some frameworks answer a request without it with a page of HTML, or with 406.
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'user-agent': 'Tidings-Webhooks/1',
      ...webhook.ownHeaders,
      ...signWebhook(webhook.id, body, webhook.keys, at),
    },
    body,
  });
  span.end(
    { 'http.response.status_code': result.status, 'tidings.failure': result.error },
    { hasFailed: result.error !== null },
  );
  answered(result.error === null);
  await recordAttempt(app, { webhook, at, result });
  countAttempt(app, webhook, result);
  logAttempt(app, webhook, result);
  // The probe has ended the pause: the other webhooks may go out.
  if (webhook.probe && result.error === null) {
    app.parts.turns.webhooks.ask({ platformId: webhook.platformId, id: webhook.endpointId });
  }
}

/** Failures are few words. A redelivered webhook says nothing about the way from its cause. */
function countAttempt(app: App, { createdAt, roundStartedAt }: ClaimedWebhook, { error }: PostResult): void {
  const { meters } = app.parts;
  meters.webhookAttempts.add(error ?? 'delivered');
  if (error !== null || roundStartedAt.getTime() !== createdAt.getTime()) return;
  meters.webhookDelivery.observe(Math.max(0, app.clock.now().getTime() - createdAt.getTime()) / 1_000);
}

/** Goes on from the request whose emit made the webhook's message (docs/rules.md#traces). No part of the URL is said. */
function traced(
  app: App,
  { trace, platformId, workspaceId, messageId, id, endpointId, type, attemptNumber }: ClaimedWebhook,
) {
  const facts = {
    'tidings.platform_id': platformId,
    'tidings.workspace_id': workspaceId,
    'tidings.message_id': messageId,
    'tidings.webhook_id': id,
    'tidings.endpoint_id': endpointId,
    'tidings.webhook_type': type,
    'tidings.attempt': attemptNumber,
  };
  return app.traces.part(trace, { name: 'webhook attempt', kind: 'client', facts });
}

/** The log line has no URL: a receiver may have put a secret into it. */
function logAttempt(app: App, { id, endpointId, type, attemptNumber }: ClaimedWebhook, result: PostResult): void {
  const { status, error, durationMs } = result;
  const line = { webhook: id, endpoint: endpointId, type, attempt: attemptNumber, status, failure: error, durationMs };
  app.log.info(line, error === null ? 'webhook delivered' : 'webhook delivery failed');
}

/** The webhook's message is erased or past its retention: there is no body, and the row must not be every probe. */
async function dropWebhook(app: App, { platformId, id, attemptNumber }: ClaimedWebhook): Promise<void> {
  await app.db.pool.query(
    `WITH found AS MATERIALIZED (
       SELECT platform_id, id FROM webhooks WHERE platform_id = $1 AND id = $2 FOR UPDATE
     ), ended AS (${removePendingSql('found', 'p.attempt_number = $3')}
     )
     DELETE FROM webhooks h USING ended WHERE h.platform_id = ended.platform_id AND h.id = ended.id`,
    [platformId, id, attemptNumber],
  );
}
