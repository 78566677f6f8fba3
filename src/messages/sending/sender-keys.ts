import { LRUCache } from 'lru-cache';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly senderKeys: SenderKeys;
  }
}

/** How the mail of a sending domain is signed. Both parts stay the same as long as the domain's id. */
export interface SenderKey {
  readonly dkimSelector: string;
  readonly dkimKeySealed: Buffer;
}

const domainsKept = 1_000;

/** By the id of a sending domain, from messages that this process has claimed. */
export type SenderKeys = LRUCache<string, SenderKey>;

export function createSenderKeys(): SenderKeys {
  return new LRUCache({ max: domainsKept });
}

export function rememberSender(senderKeys: SenderKeys, message: ClaimedMessage): void {
  const { domainId, dkimSelector, dkimKeySealed } = message;
  if (domainId === null || dkimSelector === null || dkimKeySealed === null || senderKeys.has(domainId)) return;
  senderKeys.set(domainId, { dkimSelector, dkimKeySealed });
}
