/** Erases people to the end, and looks for what is left of them in one workspace. */
import { expect } from 'vitest';
import { placed } from '../../prisma/scale/placements.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import type { Shops } from './shops.ts';

/** In each text that tells of the person (full-person.ts). */
export const words = ['lovelace'];

export const isErased = async ({ sql }: Shops, id: string) =>
  (await sql('SELECT id FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', id)).length === 1;

export const turnOf = ({ world, tenant }: Shops, id: string) =>
  eraseTurn(world.app, { platformId: tenant.platformId, id });

/** Returns the id of the erasure. */
export async function erase(shops: Shops, shop: string, whom: object): Promise<string> {
  const { id } = await erasePerson(shops.tenant.ctx, shop, whom);
  for (let turns = 0; turns < 20 && !(await isErased(shops, id)); turns += 1) await turnOf(shops, id);
  expect(await isErased(shops, id)).toBe(true);
  return id;
}

const readable = (_key: string, value: unknown) => {
  const { type, data } = (value ?? {}) as { readonly type?: string; readonly data?: readonly number[] };
  return type === 'Buffer' && data ? Buffer.from(data).toString('latin1') : value;
};

/** Tables in which the workspace has rows that tell of the person. */
export async function tracesIn({ sql }: Shops, shop: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of [...placed('distributed'), 'webhooks', 'refused_emits']) {
    const column = table === 'suppressions' ? 'scope_id' : 'workspace_id';
    const rows = await sql(`SELECT * FROM ${table} WHERE ${column} = $1`, shop);
    const written = JSON.stringify(rows, readable).toLowerCase();
    if (words.some((word) => written.includes(word))) found.push(table);
  }
  return found.sort();
}
