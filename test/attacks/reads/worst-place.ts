/** Where the worst rows are made, and how many. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../../src/ground/ids.ts';
import type { AttackerPlatform } from '../harness/attacker-platform.ts';

export interface WorstPlace {
  readonly platform: AttackerPlatform;
  readonly workspace: string;
  readonly apiKey: string;
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
}

/** How many of each; the short form has fewer of what only repeats. */
export interface Amounts {
  readonly workspaces: number;
  readonly eventTypes: number;
  readonly tags: number;
  readonly events: number;
  readonly versions: number;
}

export const fullAmounts: Amounts = { workspaces: 3_900, eventTypes: 950, tags: 10_000, events: 100, versions: 49 };
export const smallAmounts: Amounts = { workspaces: 300, eventTypes: 100, tags: 10_000, events: 30, versions: 19 };

/** A hash of an address that nobody looks up. */
export const anyHash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Ids of rows that are written by SQL, oldest first. */
export function newIds(count: number): readonly string[] {
  const now = new Date();
  return Array.from({ length: count }, () => newId(now));
}
