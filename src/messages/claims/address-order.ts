/**
 * Runs the attempts at one address one after the other in a process. The outcome of the first is recorded before the
 * second begins, so a dead address does not bounce once for each queued message.
 */
import type { ClaimedMessage } from './claimed-message.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly addressOrder: AddressOrder;
  }
}

/**
 * Longest wait of an attempt for the one before it; milliseconds. A slower exchanger gets the next attempt meanwhile.
 */
const patience = 5_000;

/** Runs `attempt`; `waited` says whether the attempt waited for an earlier one since its claim. */
export type AddressOrder = (message: ClaimedMessage, attempt: (waited: boolean) => Promise<void>) => Promise<void>;

export function createAddressOrder(): AddressOrder {
  const last = new Map<string, Promise<void>>();
  return ({ platformId, addressHash, simulation }, attempt) => {
    if (simulation !== null) return attempt(false);
    const key = `${platformId} ${addressHash.toString('base64')}`;
    const before = last.get(key);
    const mine = before === undefined ? attempt(false) : endedWithin(before, patience).then(() => attempt(true));
    const ended: Promise<void> = mine
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return mine;
  };
}

/** Resolves when `attempt`, which never rejects, has ended, or after so many milliseconds. */
async function endedWithin(attempt: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([attempt, passed]);
  clearTimeout(timer);
}
