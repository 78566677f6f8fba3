/**
 * When the free slots of a workspace are enough for a claim (docs/rules.md#claim-sizes). A statement has a cost of its
 * own, however few messages it claims.
 */
import { slots } from '../exchangers/exchanger-shares.ts';
import type { InFlight } from './in-flight.ts';

/** Free slots that are claimed for at once. */
const enough = slots / 2;
/** Attempts of other workspaces that keep the process and its sessions to relays busy meanwhile. */
const othersMin = 2 * slots;
/** Time that a claim waits for more free slots; milliseconds. */
export const gatherTime = 100;

/** Whether a claim now would be small, and waiting for more free slots would leave nothing idle. */
export function isClaimSmall(inFlight: Pick<InFlight, 'of' | 'size'>, workspaceId: string): boolean {
  const held = inFlight.of(workspaceId).length;
  const free = slots - held;
  return free > 0 && free < enough && inFlight.size() - held >= othersMin;
}
