/** Compiled templates, by immutable versions and locale: React runs once for each, never for a message. */
import type { CompiledTemplate } from '../../emails/index.ts';
import type { App } from '../context.ts';
import { messageLanguage } from './message-language.ts';
import { compiledKey, type Template } from './template-cache.ts';

/** Returns one version as saved. */
export function loadTemplate(app: App, platformId: string, versionId: string): Promise<Template> {
  const { meters, templates } = app.parts;
  meters.caches.add('templates', templates.loaded.has(versionId) ? 'hit' : 'miss');
  return templates.loaded.forceFetch(versionId, { context: { platformId, versionId } });
}

export interface InLocale {
  readonly versionId: string;
  /** One of the languages of the version. */
  readonly locale: string;
  /** The platform's brand; null: none. It does not count where the template does not use it. */
  readonly brandVersion: number | null;
}

/** Returns the version compiled in a language, with a brand. */
export async function compiledTemplate(
  app: App,
  platformId: string,
  { versionId, locale, brandVersion: wanted }: InLocale,
): Promise<CompiledTemplate> {
  const { meters, templates } = app.parts;
  const loaded = templates.loaded.get(versionId);
  const usesBrand = wanted !== null && (loaded ?? (await loadTemplate(app, platformId, versionId))).usesBrand;
  const brandVersion = usesBrand ? wanted : null;
  const key = compiledKey(versionId, locale, brandVersion);
  meters.caches.add('compiled_templates', templates.compiled.has(key) ? 'hit' : 'miss');
  return templates.compiled.forceFetch(key, { context: { platformId, versionId, locale, brandVersion } });
}

/** Returns a version as saved and compiled in the language for `wanted`; null unless the cache has both. */
export function templateAtHand(
  app: App,
  { versionId, brandVersion }: Omit<InLocale, 'locale'>,
  wanted: readonly (string | null)[],
): { readonly template: CompiledTemplate; readonly locale: string } | null {
  const { loaded, compiled } = app.parts.templates;
  const saved = loaded.get(versionId);
  if (saved === undefined) return null;
  const locale = messageLanguage(saved.content, wanted);
  const template = compiled.get(compiledKey(versionId, locale, saved.usesBrand ? brandVersion : null));
  return template === undefined ? null : { template, locale };
}
