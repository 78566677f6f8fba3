import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../ground/secrets.ts';
import { type SigningKey, signingKey } from './sign-webhook.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly webhookKeys: WebhookKeys;
  }
}

const keysKept = 3_000;

/** Signing secrets that were opened, by their id; asked with the sealed secret. */
export type WebhookKeys = LRUCache<string, SigningKey, Buffer>;

export function createWebhookKeys(secrets: Secrets): WebhookKeys {
  return new LRUCache<string, SigningKey, Buffer>({
    max: keysKept,
    memoMethod: (id, _stale, { context: sealed }) => signingKey(id, secrets.open(sealed)),
  });
}
