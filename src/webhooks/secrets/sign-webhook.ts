import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A live signing secret of the platform, ready to sign with: making a key costs more than a signature. */
export interface SigningKey {
  readonly id: string;
  /** Of the whole `whsec_…` string. */
  readonly whole: KeyObject;
  /** Of the bytes that it encodes. */
  readonly decoded: KeyObject;
}

const prefix = 'whsec_';

export function signingKey(id: string, secret: string): SigningKey {
  return {
    id,
    whole: createSecretKey(secret, 'utf8'),
    decoded: createSecretKey(secret.slice(prefix.length), 'base64'),
  };
}

/**
 * The headers that prove who sent the webhook (docs/rules.md#webhook-signature): the service's own (hex HMAC-SHA256 of
 * timestamp, `.` and body, keyed with the whole secret) and those of Standard Webhooks (base64 HMAC-SHA256 of id,
 * timestamp and body, keyed with the decoded bytes), with one signature for each live secret.
 */
export function signWebhook(
  id: string,
  body: string,
  keys: readonly SigningKey[],
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const timed = `${timestamp}.${body}`;
  const ours = keys.map(({ id: secretId, whole }) => `${secretId}=${hmac(whole, timed, 'hex')}`);
  const standard = keys.map(({ decoded }) => `v1,${hmac(decoded, `${id}.${timed}`, 'base64')}`);
  return {
    'Service-Webhook-Id': id,
    'Service-Webhook-Timestamp': timestamp,
    'Service-Webhook-Signature': ours.join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: KeyObject, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
