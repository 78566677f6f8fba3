/** Compiled templates, by immutable version id and locale: React runs once for each, never for a message. */
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

/** Returns the version compiled in `locale`, which is one of its languages. */
export function compiledTemplate(
  app: App,
  platformId: string,
  versionId: string,
  locale: string,
): Promise<CompiledTemplate> {
  const context = { platformId, versionId, locale };
  const { meters, templates } = app.parts;
  const key = compiledKey(versionId, locale);
  meters.caches.add('compiled_templates', templates.compiled.has(key) ? 'hit' : 'miss');
  return templates.compiled.forceFetch(key, { context });
}

/** Returns a version as saved and compiled in the language for `wanted`; null unless the cache has both. */
export function templateAtHand(
  app: App,
  versionId: string,
  wanted: readonly (string | null)[],
): { readonly template: CompiledTemplate; readonly locale: string } | null {
  const { loaded, compiled } = app.parts.templates;
  const content = loaded.get(versionId)?.content;
  if (content === undefined) return null;
  const locale = messageLanguage(content, wanted);
  const template = compiled.get(compiledKey(versionId, locale));
  return template === undefined ? null : { template, locale };
}
