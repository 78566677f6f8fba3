/**
 * The templates that this process has read and compiled. Neither a version of a template nor one of a brand ever
 * changes, so no entry becomes stale; the cache is bounded in bytes. After a change of a brand the templates that use it
 * are compiled anew, and theirs alone. Simultaneous requests for one template share one read or compilation.
 */
import { LRUCache } from 'lru-cache';
import { type CompiledTemplate, compileInSteps, type TemplateContent } from '../../emails/index.ts';
import { readBrandVersion } from '../brand/read-brand.ts';
import type { Db } from '../db/connections/pool.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { withoutReadBudget } from '../ground/lists/read-budget.ts';
import { readSavedTemplate } from './read-saved-template.ts';

declare module '../context.ts' {
  interface Parts {
    readonly templates: TemplateCache;
  }
}

/** Approximate bytes of memory of a template's parsed JSON for each byte of its text. */
const contentOverhead = 4;

export interface Template {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  readonly usesBrand: boolean;
  readonly bytes: number;
}

export interface TemplateVersion {
  readonly platformId: string;
  readonly versionId: string;
}

export interface TemplateInLocale extends TemplateVersion {
  readonly locale: string;
  /** Null where there is no brand, or the template does not use it. */
  readonly brandVersion: number | null;
}

export interface TemplateCache {
  /** By version id. */
  readonly loaded: LRUCache<string, Template, TemplateVersion>;
  /** By version id, locale and version of the brand, see `compiledKey`. */
  readonly compiled: LRUCache<string, CompiledTemplate, TemplateInLocale>;
}

/** An id of a version belongs to one platform, and so does the number of a brand beside it. */
export function compiledKey(versionId: string, locale: string, brandVersion: number | null): string {
  return brandVersion === null ? `${versionId}:${locale}` : `${versionId}:${locale}:${brandVersion}`;
}

/** `bytes`: size of the whole cache; half for templates as saved, half for compiled ones. */
export function createTemplateCache(db: Db, bytes: number): TemplateCache {
  const maxSize = bytes / 2;
  const loaded = new LRUCache<string, Template, TemplateVersion>({
    maxSize,
    sizeCalculation: (template) => template.bytes,
    ignoreFetchAbort: true,
    fetchMethod: (_versionId, _stale, { context }) => withoutReadBudget(() => readTemplate(db, context)),
  });
  const compiled = new LRUCache<string, CompiledTemplate, TemplateInLocale>({
    maxSize,
    sizeCalculation: (template) => template.bytes,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context }) {
      const { platformId, versionId, locale, brandVersion } = context;
      const { content } = await loaded.forceFetch(versionId, { context: { platformId, versionId } });
      const brand =
        brandVersion === null
          ? null
          : await withoutReadBudget(() => readBrandVersion(db.pool, platformId, brandVersion));
      return giveWayFairly(platformId, compileInSteps(content, locale, brand));
    },
  });
  return { loaded, compiled };
}

async function readTemplate(db: Db, { platformId, versionId }: TemplateVersion): Promise<Template> {
  const parsing = await readSavedTemplate(db.pool, platformId, { id: versionId });
  if (parsing === null) throw new Error('A template version does not exist');
  const { content, fromLocalPart, usesBrand, characters } = await giveWayFairly(platformId, parsing);
  return { content, fromLocalPart, usesBrand, bytes: contentOverhead * characters + 1 };
}
