/** What shows a picture in every mail that has it, so that its deletion is refused (docs/rules.md#picture-in-use). */
import { readPresentBrand } from '../brand/read-brand.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { readPresentLayouts } from '../templates/layouts/read-layout.ts';

/** Returns a sentence about the brand or the layout that shows the picture; null: neither does. */
export async function findUse(client: Queryable, platformId: string, address: Uint8Array): Promise<string | null> {
  // The address is the hash of platform and content: no other text has these 64 digits.
  const digits = Buffer.from(address).toString('hex');
  const names = (kept: unknown) => JSON.stringify(kept).toLowerCase().includes(digits);
  const brand = await readPresentBrand(client, platformId);
  if (brand !== null && names(brand.brand))
    return 'The brand shows the picture as its logo. Save the brand without it.';
  const layout = (await readPresentLayouts(client, platformId)).find(({ content }) => names(content));
  return layout === undefined ? null : `The layout ${layout.name} shows the picture. Save the layout without it.`;
}
