import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

export interface ReceivedWebhook {
  /** Of the header Service-Webhook-Timestamp. */
  readonly timestamp: string;
  /** Of the header Service-Webhook-Signature. */
  readonly signatures: string;
  /** As it came, before any parsing. */
  readonly body: Uint8Array;
}

/** Whether one of the signatures was made with `secret`, not more than five minutes from `now` (Unix seconds). */
export function verifyWebhook({ timestamp, signatures, body }: ReceivedWebhook, secret: string, now: number): boolean {
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return signatures.split(',').some((pair) => {
    const given = pair.trim().split('=')[1] ?? '';
    return given.length === wanted.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(wanted));
  });
}
