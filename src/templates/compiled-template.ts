/**
 * Compiled templates, by immutable version id and locale: React runs once for each, never for a message. The cache is
 * bounded in bytes; whoever asks while one is being compiled waits for that one.
 */
import { LRUCache } from 'lru-cache';
import { type CompiledTemplate, chooseLocale, compileInSteps, type TemplateContent } from '../../emails/index.ts';
import type { App } from '../context.ts';
import { fairWork } from '../turns/fair-work.ts';
import { readSavedTemplate } from './read-saved-template.ts';

/** What a template's parsed JSON weighs in memory, about, for each byte of its text. */
const contentOverhead = 4;

export interface Template {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  readonly bytes: number;
}

interface Caches {
  readonly loaded: LRUCache<string, Template>;
  readonly compiled: LRUCache<string, CompiledTemplate>;
  /** Those that are being read, by version id. */
  readonly loading: Map<string, Promise<Template>>;
  readonly underWay: Map<string, Promise<CompiledTemplate>>;
}

const keyOf = (versionId: string, locale: string) => `${versionId}:${locale}`;

const caches = new WeakMap<App, Caches>();

function cachesOf(app: App): Caches {
  const known = caches.get(app);
  if (known) return known;
  // Half for what was saved, half for what was made of it.
  const maxSize = app.config.templateCacheBytes / 2;
  const made: Caches = {
    loaded: new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => bytes }),
    compiled: new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => bytes }),
    loading: new Map(),
    underWay: new Map(),
  };
  caches.set(app, made);
  return made;
}

/** One saved version, as it was saved. Calls for one that is being read wait for that read. */
export async function loadTemplate(app: App, platformId: string, versionId: string): Promise<Template> {
  const { loaded, loading } = cachesOf(app);
  const known = loaded.get(versionId) ?? loading.get(versionId);
  if (known) return known;
  const reading = readTemplate(app, platformId, versionId)
    .then((template) => {
      loaded.set(versionId, template);
      return template;
    })
    .finally(() => loading.delete(versionId));
  loading.set(versionId, reading);
  return reading;
}

async function readTemplate(app: App, platformId: string, versionId: string): Promise<Template> {
  const parsing = await readSavedTemplate(app.db.pool, platformId, { id: versionId });
  if (parsing === null) throw new Error('A template version does not exist');
  const { content, fromLocalPart, characters } = await fairWork(platformId, parsing);
  return { content, fromLocalPart, bytes: contentOverhead * characters + 1 };
}

/** The version's template in `locale`, one of its own. */
export async function compiledTemplate(
  app: App,
  platformId: string,
  versionId: string,
  locale: string,
): Promise<CompiledTemplate> {
  const { compiled, underWay } = cachesOf(app);
  const key = keyOf(versionId, locale);
  const known = compiled.get(key) ?? underWay.get(key);
  if (known) return known;
  const compiling = loadTemplate(app, platformId, versionId)
    .then(({ content }) => fairWork(platformId, compileInSteps(content, locale)))
    .then((template) => {
      compiled.set(key, template);
      return template;
    })
    .finally(() => underWay.delete(key));
  underWay.set(key, compiling);
  return compiling;
}

/** A version as it was saved, and compiled in the language for `wanted`; null unless both are at hand. */
export function templateAtHand(
  app: App,
  versionId: string,
  wanted: readonly (string | null)[],
): { readonly template: CompiledTemplate; readonly locale: string } | null {
  const { loaded, compiled } = cachesOf(app);
  const content = loaded.get(versionId)?.content;
  if (content === undefined) return null;
  const locale = messageLocale(content, wanted);
  const template = compiled.get(keyOf(versionId, locale));
  return template === undefined ? null : { template, locale };
}

/** The language that a message of this template goes out in: the contact's, else the workspace's, else the template's. */
export function messageLocale(content: TemplateContent, wanted: readonly (string | null)[]): string {
  return chooseLocale(wanted, [content.locale, ...Object.keys(content.translations)], content.locale);
}
