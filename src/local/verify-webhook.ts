import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Largest difference between a webhook's time and the receiver's, in seconds (docs/rules.md#webhook-signature). */
const timestampTolerance = 5 * 60;

/**
 * Checks, like every receiver of webhooks, that one of the signatures over the raw body was made with `secret`. Returns
 * the fault, or null for a valid webhook.
 */
export function verifyWebhook(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): string | null {
  const timestamp = headers['service-webhook-timestamp'];
  const signatures = headers['service-webhook-signature'];
  if (typeof timestamp !== 'string' || typeof signatures !== 'string') return 'it is not signed';
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= timestampTolerance)) return 'its time is not now';
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const matches = signatures.split(',').some((pair) => {
    const given = Buffer.from(pair.slice(pair.indexOf('=') + 1).trim(), 'hex');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return matches ? null : 'none of its signatures is made with our secret';
}
