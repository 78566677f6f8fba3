/** All pages and documents of the documentation, each made at its first request. */
import { readFile } from 'node:fs/promises';
import { describeComposition, describeLanguageInSteps } from '../../emails/index.ts';
import { type ErrorCode, errorCodes } from '../ground/errors/error-codes.ts';
import { giveWay } from '../ground/give-way/give-way.ts';
import { giveWayBetween } from '../ground/give-way/give-way-between.ts';
import { isWebhookType, type WebhookType } from '../webhooks/webhook-types.ts';
import { readContract } from './api-document.ts';
import { readChangelog } from './changelog/changelog.ts';
import { changelogFeed } from './changelog/changelog-feed.ts';
import { changelogMarkdown, changelogPage, changelogPath, feedPath } from './changelog/changelog-page.ts';
import type { DocsOptions } from './docs-options.ts';
import { errorExample } from './error-example.ts';
import { errorsPage } from './errors-page.ts';
import { adaptExample, readExamples, readWebhookExamples } from './examples.ts';
import { type Content, framePage } from './frame.ts';
import { guidePage } from './guide-page.ts';
import { guideFile } from './guide-text.ts';
import { homePage } from './home-page.ts';
import { html } from './html.ts';
import type { LocalRun } from './local-run.ts';
import { documentOf } from './markdown/blocks.ts';
import { errorsMarkdown } from './markdown/errors-markdown.ts';
import { guideMarkdown } from './markdown/guide-markdown.ts';
import { indexMarkdown, llmsText } from './markdown/index-markdown.ts';
import { operationMarkdown } from './markdown/operation-markdown.ts';
import { blockMarkdown, catalogueMarkdown } from './markdown/templates-markdown.ts';
import { webhookMarkdown } from './markdown/webhook-markdown.ts';
import { openApi } from './open-api.ts';
import { operationPage } from './operation-page.ts';
import { createProse } from './prose.ts';
import { searchIndex } from './search-index.ts';
import {
  blockPath,
  cataloguePath,
  errorPath,
  guidePath,
  guides,
  markdownPath,
  operationByName,
  operationPath,
  siteMap,
  webhookPath,
} from './site-map.ts';
import { blockPage } from './templates/block-page.ts';
import { cataloguePage } from './templates/catalogue-page.ts';
import { drawingHeaders, drawings } from './templates/drawn-block.ts';
import { webhookPage } from './webhook-page.ts';
import { wordsOf } from './words-of.ts';

/** One page in its two forms; the texts of its HTML may depend on the local run. */
interface PageMaker {
  readonly path: string;
  readonly page: (local: LocalRun | null) => Content | Promise<Content>;
  readonly markdown: () => string | Promise<string>;
}

/** A text that is no page: for programs. */
export interface Document {
  readonly type: string;
  readonly text: () => string | Promise<string>;
  /** Beside those of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Site {
  readonly pages: ReadonlyMap<string, PageMaker['page']>;
  readonly documents: ReadonlyMap<string, Document>;
  readonly frame: (content: Content) => string;
}

const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';
const page = 'text/html; charset=utf-8';

export async function openSite(options: DocsOptions): Promise<Site> {
  const { publicUrl, statuses } = options;
  const [contract, examples, webhookExamples, changelog] = await Promise.all([
    readContract(),
    readExamples(),
    readWebhookExamples(),
    readChangelog(),
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
  const [firstEmit] = examples.emitEvent ?? [];
  const guideNames = [
    ...Object.keys(guides).map((name) => [guidePath(name), name] as const),
    ['/docs/webhooks', 'webhooks'] as const,
  ];
  const conventions = contract.document.info.description;
  const language = once(() => giveWayBetween(describeLanguageInSteps()));

  const makers: readonly PageMaker[] = [
    {
      path: '/docs',
      page: (local) => homePage({ contract, example: firstEmit, publicUrl, local }),
      markdown: () => indexMarkdown(contract, publicUrl),
    },
    {
      path: '/docs/api',
      page: () => ({
        path: '/docs/api',
        title: 'Conventions',
        body: html`<h1>Conventions</h1>${prose.block(conventions)}`,
      }),
      markdown: () => documentOf('# Conventions', conventions.trim()),
    },
    {
      path: '/docs/errors',
      page: () => errorsPage(examples, { prose, publicUrl, statuses }),
      markdown: () => errorsMarkdown({ statuses }),
    },
    {
      path: changelogPath,
      page: () => changelogPage(changelog, prose),
      markdown: () => changelogMarkdown(changelog),
    },
    ...guideNames.map(([path, name]) => ({
      path,
      page: () => guidePage(path, name, { prose, words: words(name) }),
      markdown: () => guideMarkdown(path, name, words(name)),
    })),
    {
      path: cataloguePath,
      page: async () => cataloguePage(await language(), prose),
      markdown: async () => catalogueMarkdown(await language()),
    },
    ...describeComposition().blocks.map((block) => ({
      path: blockPath(block.type),
      page: () => blockPage(block, prose),
      markdown: () => blockMarkdown(block),
    })),
    ...Object.entries(webhookExamples).flatMap(([type, body]) =>
      isWebhookType(type) ? [webhookMaker(type, body)] : [],
    ),
    ...contract.operations.map((operation) => {
      const recorded = examples[operation.id] ?? [];
      const tools = { prose, resolve: contract.resolve, publicUrl, meaningOf };
      return {
        path: operationPath(operation.slug),
        page: (local: LocalRun | null) => operationPage(operation, recorded, { ...tools, local }),
        markdown: () => operationMarkdown(operation, recorded, tools),
      };
    }),
  ];

  function webhookMaker(type: WebhookType, recorded: object): PageMaker {
    const body = adaptExample(recorded, { publicUrl, ids: null });
    return {
      path: webhookPath(type),
      page: () => webhookPage(type, body, prose),
      markdown: () => webhookMarkdown(type, body),
    };
  }

  const guideTexts = async () =>
    Object.fromEntries(
      await Promise.all(
        guideNames.map(async ([path, name]) => [path, await readFile(guideFile(`${name}.md`), 'utf8')] as const),
      ),
    );
  const documents: readonly (readonly [path: string, type: string, make: () => string | Promise<string>])[] = [
    [
      '/docs/openapi.json',
      json,
      () => JSON.stringify(openApi({ contract, examples, webhookExamples, publicUrl, errorExample: exampleOf })),
    ],
    ['/docs/search.json', json, async () => JSON.stringify(searchIndex(contract, await guideTexts()))],
    [feedPath, 'application/atom+xml; charset=utf-8', () => changelogFeed(changelog, prose, publicUrl)],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', () => llmsText(contract, publicUrl)],
    ...makers.map(({ path, markdown: make }) => [markdownPath(path), markdown, make] as const),
  ];
  return {
    pages: new Map(makers.map(({ path, page }) => [path, page])),
    documents: new Map([
      ...documents.map(([path, type, make]) => [path, { type, text: once(make), headers: {} }] as const),
      ...drawings().map(([path, make]) => [path, { type: page, text: once(make), headers: drawingHeaders }] as const),
    ]),
    frame: (content) => framePage(content, groups),
  };
}

/** What could not be made is made anew. */
function once<Made>(make: () => Made | Promise<Made>): () => Promise<Made> {
  let made: Made | null = null;
  return async () => {
    made ??= await make();
    return made;
  };
}
