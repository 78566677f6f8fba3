/**
 * Attempts at one address follow each other in a process: what the first teaches about the address is known before the
 * second begins, so that one dead address does not bounce as often as there is mail for it.
 */
import type { ClaimedMessage } from './claimed-message.ts';

/** How long an attempt waits for the one before it; milliseconds. An exchanger that is slower is asked again meanwhile. */
const patience = 5_000;

/** Runs `attempt`; `waited` tells that others to the address ended, or were given up waiting for, since the claim. */
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
