import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../ground/secrets.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly dkimKeys: DkimKeys;
  }
}

const keysKept = 1_000;

/** Opened private keys by the id of their sending domain; a lookup passes the sealed key. */
export type DkimKeys = LRUCache<string, KeyObject, Buffer>;

export function createDkimKeys(secrets: Secrets): DkimKeys {
  return new LRUCache<string, KeyObject, Buffer>({
    max: keysKept,
    memoMethod: (_domainId, _stale, { context: sealed }) => createPrivateKey(secrets.open(sealed)),
  });
}
