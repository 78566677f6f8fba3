/** What a mail of now takes beside its template: the brand and the layout as they are. */
import { type CompiledTemplate, compileInSteps, type TemplateContent } from '../../emails/index.ts';
import { readPresentBrand } from '../brand/read-brand.ts';
import type { Ctx } from '../context.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { compiledTemplate } from './compiled-template.ts';
import { layoutOf } from './layouts/layout-name.ts';
import { readPresentLayout } from './layouts/read-layout.ts';

export interface CompiledNow {
  readonly content: TemplateContent;
  /** Null for content that is not saved. */
  readonly versionId: string | null;
}

/**
 * Returns what compiles a template in a language, as a mail of now would be. An old version may name a layout that is
 * deleted, and is shown without it.
 */
export async function compilerOfNow(
  { app, platformId }: Pick<Ctx, 'app' | 'platformId'>,
  { content, versionId }: CompiledNow,
): Promise<(locale: string) => Promise<CompiledTemplate>> {
  const brand = await readPresentBrand(app.db.pool, platformId);
  const name = layoutOf(content);
  const layout = name === null ? null : await readPresentLayout(app.db.pool, platformId, name);
  const [brandVersion, layoutVersion] = [brand?.version ?? null, layout?.version ?? null];
  return (locale) =>
    versionId === null
      ? giveWayFairly(platformId, compileInSteps(content, locale, brand?.brand, layout?.content))
      : compiledTemplate(app, platformId, { versionId, locale, brandVersion, layoutVersion });
}
