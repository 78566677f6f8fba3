/**
 * Divides the slots of a workspace between the exchangers of its mail (docs/rules.md#exchanger-shares). Each exchanger
 * may use at most as many slots as are free, so a slow one gets half, two slow ones a third each. Mail of an exchanger
 * without free slots is skipped.
 */
import type { App } from '../../context.ts';
import { type ExchangerWait, waitsFor } from '../../transport/mx/exchanger-wait.ts';
import type { Room } from '../claims/claim-messages.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

/** Attempts of one workspace at once in one process. */
export const slots = 20;

/** Returns what the workspace may claim now. Each claim is small enough that no exchanger exceeds its share. */
export function roomFor(app: App, workspaceId: string): Room {
  const running = app.parts.inFlight.of(workspaceId);
  const free = Math.max(0, slots - running.length);
  if (app.transport.laneOf === null || free === 0) return { rows: free, past: [] };
  const lanes = app.parts.exchangerLanes;
  const held = new Map<string, number>();
  for (const { recipientDomain } of running.filter(goesOut)) {
    const lane = lanes.get(recipientDomain) ?? recipientDomain;
    held.set(lane, (held.get(lane) ?? 0) + 1);
  }
  const isFull = (lane: string) => (held.get(lane) ?? 0) >= free;
  const left = [...held.values()].filter((n) => n < free).map((n) => free - n);
  const rows = Math.ceil(Math.min(free, ...left) / 2);
  if (![...held.keys()].some(isFull)) return { rows, past: [] };
  const inFullLanes = [...lanes.entries()].filter(([, lane]) => isFull(lane)).map(([domain]) => domain);
  return { rows, past: [...new Set([...inFullLanes, ...[...held.keys()].filter(isFull)])] };
}

/**
 * Whether the exchangers of a claimed message have room for it. The exchangers of a domain are known only once they were
 * looked up, which is done here; later claims count with them. A known domain is checked too: messages whose domains
 * were looked up since the claim may have taken its slots.
 */
export async function hasShare(app: App, message: ClaimedMessage): Promise<boolean> {
  const { recipientDomain: domain, workspaceId, id } = message;
  const lanes = app.parts.exchangerLanes;
  if (app.transport.laneOf === null || !goesOut(message)) return true;
  let lane = lanes.get(domain);
  if (lane === undefined) {
    lane = await app.transport.laneOf(domain);
    lanes.set(domain, lane);
  }
  const others = app.parts.inFlight.of(workspaceId).filter((other) => other.id !== id);
  const held = others.filter((other) => goesOut(other) && lanes.get(other.recipientDomain) === lane).length;
  return held < slots - others.length;
}

/** Why the exchangers of a message take no mail now; null: they do, or are not known yet. */
export function waitOfDomain(app: App, message: ClaimedMessage): ExchangerWait | null {
  const lane = app.parts.exchangerLanes.get(message.recipientDomain);
  if (!app.transport.pace || lane === undefined || !goesOut(message)) return null;
  return app.transport.pace.waitOf(lane.split(' '));
}

/** Domains whose exchangers take no mail now, by what their mail waits for. */
export function waitingDomains(app: App): readonly WaitingDomains[] {
  const { pace } = app.transport;
  if (!pace) return [];
  const found = new Map<string, WaitingDomains & { readonly domains: string[] }>();
  const waits = new Map<string, ExchangerWait | null>();
  for (const [domain, lane] of app.parts.exchangerLanes.entries()) {
    const known = waits.get(lane);
    const wait = known === undefined ? pace.waitOf(lane.split(' ')) : known;
    waits.set(lane, wait);
    if (wait === null) continue;
    const of = found.get(waitsFor(wait)) ?? { wait, domains: [] };
    found.set(waitsFor(wait), of);
    of.domains.push(domain);
  }
  return [...found.values()];
}

export interface WaitingDomains {
  readonly wait: ExchangerWait;
  readonly domains: readonly string[];
}

function goesOut({ simulation, workspaceDeleted }: ClaimedMessage): boolean {
  return simulation === null && !workspaceDeleted;
}
