import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../secrets.ts';

const keysKept = 1_000;

/** Private keys that were opened, by the id of their sending domain; asked with the sealed key. */
export type DkimKeys = LRUCache<string, KeyObject, Buffer>;

export function createDkimKeys(secrets: Secrets): DkimKeys {
  return new LRUCache<string, KeyObject, Buffer>({
    max: keysKept,
    memoMethod: (_domainId, _stale, { context: sealed }) => createPrivateKey(secrets.open(sealed)),
  });
}
