/**
 * The documentation at /docs: guides, reference, webhooks and errors in one frame. The browser loads everything from
 * this process. Each page is made at its first request, from the domain's own lists (error codes, webhook types) where
 * there is one.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { giveWay } from '../ground/give-way/give-way.ts';
import { keyPageHeaders } from '../ground/page-headers.ts';
import type { DocsOptions } from './docs-options.ts';
import { type Content, docsPolicy } from './frame.ts';
import { html } from './html.ts';
import { readLocalRun } from './local-run.ts';
import { openSite, type Site } from './open-site.ts';

export interface Page {
  readonly status: 200 | 404;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Docs {
  /** Returns the page at a path, without its query; null outside of /docs, and where no page says that there is none. */
  find(path: string, request: IncomingMessage): Promise<Page | null>;
}

interface Asset {
  readonly type: string;
  readonly file: URL;
}

const script = 'text/javascript; charset=utf-8';
const assets: Readonly<Record<string, Asset>> = {
  'docs.css': { type: 'text/css; charset=utf-8', file: new URL('assets/docs.css', import.meta.url) },
  'tokens.css': { type: 'text/css; charset=utf-8', file: new URL('../ground/look/tokens.css', import.meta.url) },
  'mark.svg': { type: 'image/svg+xml', file: new URL('../ground/look/mark.svg', import.meta.url) },
  'docs.js': { type: script, file: new URL('assets/docs.js', import.meta.url) },
  'search.js': { type: script, file: new URL('assets/search.js', import.meta.url) },
  'theme.js': { type: script, file: new URL('assets/theme.js', import.meta.url) },
  // The library of the search, as its package has it.
  'minisearch.js': { type: script, file: new URL('../../node_modules/minisearch/dist/es/index.js', import.meta.url) },
};

export function createDocs(options: DocsOptions): Docs {
  let site: Promise<Site> | null = null;
  /** Pages by path, in their public form and in the form of a local run. */
  const made = new Map<string, string>();
  const local = { run: '', made: new Map<string, string>() };
  return {
    async find(path, request) {
      if (!/^\/docs(?:\/|$)/.test(path)) return null;
      const [, asset = ''] = /^\/docs\/assets\/([\w.-]+)$/.exec(path) ?? [];
      const found = Object.hasOwn(assets, asset) ? assets[asset] : undefined;
      if (found) return readAsset(found);
      site ??= openSite(options);
      const { pages, documents, frame } = await site;
      const document = documents.get(path);
      if (document) {
        const { type, text, headers } = document;
        return { status: 200, type, body: await text(), headers };
      }
      const make = pages.get(path);
      if (!make) return missingPage(path, frame);
      const run = await readLocalRun(options.config, request);
      if (run && JSON.stringify(run) !== local.run) {
        local.run = JSON.stringify(run);
        local.made.clear();
      }
      const known = run ? local.made : made;
      if (!known.has(path)) await giveWay();
      const body = known.get(path) ?? frame(await make(run));
      known.set(path, body);
      return pageOf(body, run !== null);
    },
  };
}

/** A page with the local key must not be cached or embedded in other sites. */
function pageOf(body: string, showsKey: boolean): Page {
  const { Vary, ...secrecy } = keyPageHeaders;
  const headers = { 'Content-Security-Policy': docsPolicy, Vary, ...(showsKey ? secrecy : {}) };
  return { status: 200, type: 'text/html; charset=utf-8', body, headers };
}

/** Folders of a path without a page for which a page says so: links are relative to it. */
const missingDepth = 4;

function missingPage(path: string, frame: (content: Content) => string): Page | null {
  if (path.split('/').length > missingDepth + 1 || path.startsWith('/docs/assets/')) return null;
  const body = html`<h1>No such page</h1>
<p>The documentation has no page at this address. The <a href="/docs">first page</a> and the list beside it lead to all
pages, and the search finds any word in them.</p>`;
  return { ...pageOf(frame({ path, title: 'No such page', body }), false), status: 404 };
}

async function readAsset({ type, file }: Asset): Promise<Page> {
  return { status: 200, type, body: await readFile(file), headers: { 'Cache-Control': 'no-cache' } };
}
