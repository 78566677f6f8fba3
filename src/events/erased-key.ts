import type { Secrets } from '../secrets.ts';

/**
 * What is kept of an idempotency key that named a person who was erased (decisions, section 6): a late replay is still
 * known by it. It holds a space, so no caller's key is ever equal to it.
 */
export function erasedKey(secrets: Secrets, key: string): string {
  return `erased ${secrets.mac('idempotency-key', key).toString('hex')}`;
}
