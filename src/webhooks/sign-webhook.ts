import { createHmac } from 'node:crypto';

/** A live signing secret of the platform. */
export interface LiveSecret {
  readonly id: string;
  /** The whole `whsec_…` string. */
  readonly secret: string;
}

const prefix = 'whsec_';

/**
 * The headers that prove that a webhook is ours: the contract's (hex HMAC-SHA256 of timestamp, `.` and body, keyed with
 * the whole secret) and those of Standard Webhooks (base64 HMAC-SHA256 of id, timestamp and body, keyed with the
 * decoded bytes), one signature for each live secret.
 */
export function signWebhook(
  id: string,
  body: string,
  secrets: readonly LiveSecret[],
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const ours = secrets.map(({ id: secretId, secret }) => {
    const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return `${secretId}=${mac}`;
  });
  const standard = secrets.map(({ secret }) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'Service-Webhook-Id': id,
    'Service-Webhook-Timestamp': timestamp,
    'Service-Webhook-Signature': ours.join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
