import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { readPresentBrand, type SavedBrand } from './read-brand.ts';

/** Returns the platform's brand; throws `not_found` when it has none. */
export async function findBrand({ app, platformId }: Ctx): Promise<SavedBrand> {
  const found = await readPresentBrand(app.db.pool, platformId);
  if (found === null) throw notFound('brand');
  return found;
}
