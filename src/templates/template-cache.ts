/**
 * The templates that this process has read and compiled. Neither a version of a template nor one of a brand or a layout
 * ever changes, so no entry becomes stale; the cache is bounded in bytes. After a change of a brand or a layout the
 * templates that use it are compiled anew, and theirs alone. Simultaneous requests for one template share one read or compilation.
 */
import { LRUCache } from 'lru-cache';
import { type CompiledTemplate, compileInSteps, type TemplateContent } from '../../emails/index.ts';
import { readBrandVersion } from '../brand/brand-of-mail.ts';
import type { Db } from '../db/connections/pool.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { withoutReadBudget } from '../ground/lists/read-budget.ts';
import { readLayoutVersion, type SavedLayout } from './layouts/read-layout.ts';
import { readSavedTemplate } from './read-saved-template.ts';

declare module '../context.ts' {
  interface Parts {
    readonly templates: TemplateCache;
  }
}

/** Approximate bytes of memory of a template's parsed JSON for each byte of its text. */
const contentOverhead = 4;
/** Versions of templates with one of their layout, of which a few bytes each are kept. */
const layoutsKept = 10_000;

export interface Template {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  readonly usesBrand: boolean;
  /** Name of its layout; null: none. */
  readonly layout: string | null;
  readonly bytes: number;
}

export interface TemplateVersion {
  readonly platformId: string;
  readonly versionId: string;
}

/** The versions of what a mail takes beside its template. */
export interface Surroundings {
  /** Null where there is no brand, or neither the template nor its layout uses it. */
  readonly brandVersion: number | null;
  /** Null where the template names no layout. */
  readonly layoutVersion: number | null;
}

export interface TemplateInLocale extends TemplateVersion, Surroundings {
  readonly locale: string;
}

export interface TemplateInLayout extends TemplateVersion {
  readonly layoutVersion: number;
}

export interface TemplateCache {
  /** By version id. */
  readonly loaded: LRUCache<string, Template, TemplateVersion>;
  /** What the cache needs to know of a layout, by version id and version of the layout, see `layoutKey`. */
  readonly layouts: LRUCache<string, LayoutFacts, TemplateInLayout>;
  /** By version id, locale and versions of brand and layout, see `compiledKey`. */
  readonly compiled: LRUCache<string, CompiledTemplate, TemplateInLocale>;
}

export interface LayoutFacts {
  readonly usesBrand: boolean;
}

/** An id of a version belongs to one platform and names one layout, and so do the numbers of brand and layout beside it. */
export function compiledKey(versionId: string, locale: string, { brandVersion, layoutVersion }: Surroundings): string {
  const branded = brandVersion === null ? `${versionId}:${locale}` : `${versionId}:${locale}:${brandVersion}`;
  return layoutVersion === null ? branded : `${branded}:layout ${layoutVersion}`;
}

export function layoutKey(versionId: string, layoutVersion: number): string {
  return `${versionId}:${layoutVersion}`;
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
      const { platformId, versionId, locale, brandVersion, layoutVersion } = context;
      const { content, layout } = await loaded.forceFetch(versionId, { context: { platformId, versionId } });
      const brand =
        brandVersion === null
          ? null
          : await withoutReadBudget(() => readBrandVersion(db.pool, platformId, brandVersion));
      const around = layoutVersion === null ? null : await readLayout(db, platformId, layout, layoutVersion);
      return giveWayFairly(platformId, compileInSteps(content, locale, brand, around?.content));
    },
  });
  const layouts = new LRUCache<string, LayoutFacts, TemplateInLayout>({
    max: layoutsKept,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { platformId, versionId, layoutVersion } }) {
      const { layout } = await loaded.forceFetch(versionId, { context: { platformId, versionId } });
      const { variables } = await readLayout(db, platformId, layout, layoutVersion);
      return { usesBrand: variables.brand !== undefined };
    },
  });
  return { loaded, layouts, compiled };
}

async function readLayout(db: Db, platformId: string, name: string | null, version: number): Promise<SavedLayout> {
  const found =
    name === null ? null : await withoutReadBudget(() => readLayoutVersion(db.pool, platformId, { name, version }));
  if (found === null) throw new Error('A version of a layout does not exist');
  return found;
}

async function readTemplate(db: Db, { platformId, versionId }: TemplateVersion): Promise<Template> {
  const parsing = await readSavedTemplate(db.pool, platformId, { id: versionId });
  if (parsing === null) throw new Error('A template version does not exist');
  const { content, fromLocalPart, usesBrand, layout, characters } = await giveWayFairly(platformId, parsing);
  return { content, fromLocalPart, usesBrand, layout, bytes: contentOverhead * characters + 1 };
}
