/**
 * The documentation at /docs: guides, reference, webhooks and errors in one frame. The browser loads everything from
 * this process. Each page is made at its first request, from the domain's own lists (error codes, webhook types) where
 * there is one.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../ground/config/config.ts';
import { type ErrorCode, errorCodes } from '../ground/errors/error-codes.ts';
import { giveWay } from '../ground/give-way/give-way.ts';
import { keyPageHeaders } from '../ground/page-headers.ts';
import { isWebhookType } from '../webhooks/webhook-types.ts';
import { readContract } from './api-document.ts';
import { errorExample } from './error-example.ts';
import { errorsPage } from './errors-page.ts';
import { adaptExample, readExamples, readWebhookExamples } from './examples.ts';
import { type Content, docsPolicy, framePage } from './frame.ts';
import { guidePage } from './guide-page.ts';
import { homePage } from './home-page.ts';
import { html } from './html.ts';
import { type LocalRun, readLocalRun } from './local-run.ts';
import { openApi } from './open-api.ts';
import { operationPage } from './operation-page.ts';
import { createProse } from './prose.ts';
import { searchIndex } from './search-index.ts';
import { errorPath, guides, operationByName, operationPath, siteMap, webhookPath } from './site-map.ts';
import { webhookPage } from './webhook-page.ts';

export interface DocsOptions {
  readonly config: Pick<Config, 'production' | 'host' | 'publicUrl' | 'dataDir' | 'inboxPort' | 'simulatorDomain'>;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** HTTP status by code. */
  readonly statuses: Readonly<Record<ErrorCode, number>>;
}

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

const assets: Readonly<Record<string, string>> = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
};

/** Makes the content of a page; its texts may depend on the local run. */
type MakePage = (local: LocalRun | null) => Content | Promise<Content>;

export function createDocs(options: DocsOptions): Docs {
  let site: Promise<Site> | null = null;
  /** Pages by path, in their public form and in the form of a local run. */
  const made = new Map<string, string>();
  const local = { run: '', made: new Map<string, string>() };
  return {
    async find(path, request) {
      if (!/^\/docs(?:\/|$)/.test(path)) return null;
      const [, asset = ''] = /^\/docs\/assets\/([\w.-]+)$/.exec(path) ?? [];
      if (Object.hasOwn(assets, asset)) return readAsset(asset);
      site ??= openSite(options);
      const { pages, documents, frame } = await site;
      const document = documents.get(path);
      if (document) return { status: 200, type: 'application/json', body: document(), headers: {} };
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

async function readAsset(name: string): Promise<Page> {
  const body = await readFile(new URL(`assets/${name}`, import.meta.url));
  return { status: 200, type: assets[name] ?? '', body, headers: { 'Cache-Control': 'no-cache' } };
}

interface Site {
  readonly pages: ReadonlyMap<string, MakePage>;
  /** JSON by path. */
  readonly documents: ReadonlyMap<string, () => string>;
  readonly frame: (content: Content) => string;
}

async function openSite(options: DocsOptions): Promise<Site> {
  const { publicUrl, statuses } = options;
  const [contract, examples, webhookExamples] = await Promise.all([
    readContract(),
    readExamples(),
    readWebhookExamples(),
  ]);
  // Each step takes a few milliseconds.
  await giveWay();
  const groups = siteMap(contract);
  const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text);
  const prose = createProse((code) => {
    if (isCode(code)) return errorPath(code);
    return isWebhookType(code) ? webhookPath(code) : operationByName(contract, code);
  });
  await giveWay();
  const words = wordsOf(options);
  const meaningOf = (code: string) => (isCode(code) ? errorCodes[code] : '');
  const exampleOf = (code: string) => (isCode(code) ? errorExample(code, examples, publicUrl) : undefined);
  const guideNames = [
    ...Object.keys(guides).map((name) => [`/docs/guides/${name}`, name] as const),
    ['/docs/webhooks', 'webhooks'] as const,
  ];

  const [firstEmit] = examples.emitEvent ?? [];
  const pages = new Map<string, MakePage>([
    ['/docs', (local) => homePage({ contract, example: firstEmit, publicUrl, local })],
    ['/docs/api', () => conventionsPage()],
    ['/docs/errors', () => errorsPage(examples, { prose, publicUrl, statuses })],
    ...guideNames.map(([path, name]) => [path, () => guidePage(path, name, { prose, words: words(name) })] as const),
    ...Object.entries(webhookExamples).flatMap(([type, body]) =>
      isWebhookType(type)
        ? [[webhookPath(type), () => webhookPage(type, adaptExample(body, { publicUrl, ids: null }), prose)] as const]
        : [],
    ),
    ...contract.operations.map(
      (operation) =>
        [
          operationPath(operation.slug),
          (local: LocalRun | null) =>
            operationPage(operation, examples[operation.id] ?? [], {
              prose,
              resolve: contract.resolve,
              publicUrl,
              local,
              meaningOf,
            }),
        ] as const,
    ),
  ]);
  const guideTexts = await Promise.all(
    guideNames.map(
      async ([path, name]) =>
        [path, await readFile(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8')] as const,
    ),
  );
  const documents = new Map([
    [
      '/docs/openapi.json',
      once(() => JSON.stringify(openApi({ contract, examples, webhookExamples, publicUrl, errorExample: exampleOf }))),
    ],
    ['/docs/search.json', once(() => JSON.stringify(searchIndex(contract, Object.fromEntries(guideTexts))))],
  ]);
  return { pages, documents, frame: (content) => framePage(content, groups) };

  function conventionsPage(): Content {
    const text = contract.document.info.description;
    return { path: '/docs/api', title: 'Conventions', body: html`<h1>Conventions</h1>${prose.block(text)}` };
  }
}

/** Words in guides that depend on the deployment. A reader sends the first mail from their own machine in any case. */
function wordsOf({ publicUrl, config }: DocsOptions): (guide: string) => readonly (readonly [string, string])[] {
  const isLocal = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|$)/.test(publicUrl);
  return (guide) =>
    guide === 'first-mail' && !isLocal
      ? []
      : [
          ['http://127.0.0.1:8080', publicUrl],
          ['http://127.0.0.1:8025', `http://127.0.0.1:${config.inboxPort}`],
          ['simulator.test', config.simulatorDomain],
        ];
}

function once(make: () => string): () => string {
  let text: string | null = null;
  return () => {
    text ??= make();
    return text;
  };
}
