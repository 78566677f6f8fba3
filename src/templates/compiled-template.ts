/** Compiled templates, by immutable versions and locale: React runs once for each, never for a message. */
import type { CompiledTemplate } from '../../emails/index.ts';
import type { App } from '../context.ts';
import { messageLanguage } from './message-language.ts';
import {
  compiledKey,
  type LayoutFacts,
  layoutKey,
  type Surroundings,
  type Template,
  type TemplateVersion,
} from './template-cache.ts';

/** Returns one version as saved. */
export function loadTemplate(app: App, platformId: string, versionId: string): Promise<Template> {
  const { meters, templates } = app.parts;
  meters.caches.add('templates', templates.loaded.has(versionId) ? 'hit' : 'miss');
  return templates.loaded.forceFetch(versionId, { context: { platformId, versionId } });
}

/** Brand and layout do not count where the template does not use them. */
export interface InLocale extends Surroundings {
  readonly versionId: string;
  /** One of the languages of the version. */
  readonly locale: string;
}

/** Returns the version compiled in a language, with a brand and a layout. */
export async function compiledTemplate(
  app: App,
  platformId: string,
  { versionId, locale, ...around }: InLocale,
): Promise<CompiledTemplate> {
  const { meters, templates } = app.parts;
  const counting = await surroundings(app, { platformId, versionId }, around);
  const key = compiledKey(versionId, locale, counting);
  meters.caches.add('compiled_templates', templates.compiled.has(key) ? 'hit' : 'miss');
  return templates.compiled.forceFetch(key, { context: { platformId, versionId, locale, ...counting } });
}

const bare: Surroundings = { brandVersion: null, layoutVersion: null };

async function surroundings(app: App, version: TemplateVersion, around: Surroundings): Promise<Surroundings> {
  const { brandVersion, layoutVersion } = around;
  if (brandVersion === null && layoutVersion === null) return bare;
  const { platformId, versionId } = version;
  const { loaded, layouts } = app.parts.templates;
  const saved = loaded.get(versionId) ?? (await loadTemplate(app, platformId, versionId));
  if (saved.layout === null || layoutVersion === null) return counting(saved, null, around);
  const context = { platformId, versionId, layoutVersion };
  return counting(saved, await layouts.forceFetch(layoutKey(versionId, layoutVersion), { context }), around);
}

function counting(saved: Template, layout: LayoutFacts | null, around: Surroundings): Surroundings {
  return {
    brandVersion: saved.usesBrand || layout?.usesBrand ? around.brandVersion : null,
    layoutVersion: layout === null ? null : around.layoutVersion,
  };
}

/** Returns a version as saved and compiled in the language for `wanted`; null unless the cache has both. */
export function templateAtHand(
  app: App,
  { versionId, ...around }: Omit<InLocale, 'locale'>,
  wanted: readonly (string | null)[],
): { readonly template: CompiledTemplate; readonly locale: string } | null {
  const { loaded, layouts, compiled } = app.parts.templates;
  const saved = loaded.get(versionId);
  if (saved === undefined) return null;
  const locale = messageLanguage(saved.content, wanted);
  const { layoutVersion } = around;
  const named =
    saved.layout === null || layoutVersion === null ? null : layouts.get(layoutKey(versionId, layoutVersion));
  if (named === undefined) return null;
  const template = compiled.get(compiledKey(versionId, locale, counting(saved, named, around)));
  return template === undefined ? null : { template, locale };
}
