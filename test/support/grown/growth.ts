/** What a database holds after a time of use: how much, since when, and what still waits. */
import { day } from '../../../src/ground/time/durations.ts';
import { keyLifetime, webhookLifetime } from '../../../src/retention/lifetimes.ts';

export interface Growth {
  /** Its workspaces have the references `<name>-0`, `<name>-1`, … */
  readonly name: string;
  readonly platformId: string;
  /** A message that the service accepted; its event, its type and its template are those of all. */
  readonly sample: string;
  /** Takes every webhook. */
  readonly endpointId: string;
  /** The hash of `knownAddress`; those of the others are of nobody's key. */
  readonly knownHash: Uint8Array;
  readonly now: Date;
  readonly messages: number;
  readonly workspaces: number;
  /** Age of the oldest event. */
  readonly days: number;
  /** How far retention is behind with what it strips, with webhooks and with keys. */
  readonly daysBehind: number;
  /** The same with what it strips, where that is another time. */
  readonly contentDaysBehind?: number;
  /** The newest messages, which are still queued and due. */
  readonly queued: number;
  /** The newest webhooks, which are still to be delivered. */
  readonly pending: number;
}

/** A person whose mail can be found by the address. */
export const known = 7;
export const knownAddress = `person-${known}@example.com`;
/** One in so many messages is of the first workspace, the others are spread evenly. */
export const largestShare = 10;
/** Messages of one person, on average. */
export const messagesAPerson = 8;
/** Days after which payloads, values and replies are stripped: the default of MESSAGE_CONTENT_DAYS. */
const contentDays = 30;

/** The times from which rows are kept. */
export function keptFrom({ now, daysBehind, contentDaysBehind = daysBehind }: Growth) {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return {
    content: before((contentDays + contentDaysBehind) * day),
    webhooks: before(webhookLifetime + daysBehind * day),
    keys: before(keyLifetime + daysBehind * day),
  };
}
