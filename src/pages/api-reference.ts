/**
 * The API reference: rest/openapi.yaml and rest/examples.json, rendered by Swagger UI. Everything that a browser needs
 * for it comes from this process.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { contentPolicy } from '../http/page-headers.ts';
import { type ApiDocument, type Examples, type OperationObject, withExamples } from './api-document.ts';
import { escapeHtml } from './escape-html.ts';

export interface Page {
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Swagger UI writes style attributes; scripts, styles and whatever else is loaded are files of ours alone. */
const policy = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

const files: Readonly<Record<string, { readonly type: string; readonly file: () => string | URL }>> = {
  'swagger-ui.js': { type: 'text/javascript; charset=utf-8', file: () => ofSwaggerUi('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', file: () => ofSwaggerUi('swagger-ui.css') },
  'start.js': { type: 'text/javascript; charset=utf-8', file: () => new URL('reference/start.js', import.meta.url) },
  'reference.css': { type: 'text/css; charset=utf-8', file: () => new URL('reference/reference.css', import.meta.url) },
};

function ofSwaggerUi(name: string): string {
  return createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
}

/** Gives the page at a path of /docs, or null where the reference has none. Each is made when it is first asked for. */
export function createApiReference(publicUrl: string): (path: string) => Promise<Page | null> {
  const made = new Map<string, Promise<Page | null>>();
  return (path) => {
    const page = made.get(path) ?? makePage(path, publicUrl);
    if (isKnown(path)) made.set(path, page);
    return page;
  };
}

function isKnown(path: string): boolean {
  return path === '/docs' || path === '/docs/openapi.json' || assetOf(path) !== undefined;
}

function assetOf(path: string) {
  const [, name = ''] = /^\/docs\/assets\/([\w.-]+)$/.exec(path) ?? [];
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

async function makePage(path: string, publicUrl: string): Promise<Page | null> {
  if (path === '/docs') {
    return {
      type: 'text/html; charset=utf-8',
      body: referencePage(await readDocument()),
      headers: { 'Content-Security-Policy': policy },
    };
  }
  if (path === '/docs/openapi.json') {
    const examples: Examples = JSON.parse(await readFile(restFile('examples.json'), 'utf8'));
    const document = withExamples(await readDocument(), examples, publicUrl);
    return { type: 'application/json', body: JSON.stringify(document) };
  }
  const asset = assetOf(path);
  if (!asset) return null;
  return { type: asset.type, body: await readFile(asset.file()), headers: { 'Cache-Control': 'max-age=3600' } };
}

const restFile = (name: string) => new URL(`../../rest/${name}`, import.meta.url);

async function readDocument(): Promise<ApiDocument> {
  // Its fragments of headers are YAML's own business.
  const {
    'x-headers': _1,
    'x-headers-replayable': _2,
    'x-headers-limited': _3,
    'x-error': _4,
    ...document
  } = parse(await readFile(restFile('openapi.yaml'), 'utf8'));
  return document;
}

function referencePage(document: ApiDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Tidings</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/assets/reference.css">
<script src="docs/assets/swagger-ui.js" defer></script>
<script src="docs/assets/start.js" defer></script>
</head>
<body>
<nav aria-label="Operations">
<header><a href="docs">Tidings API</a><button type="button">Index</button></header>
<div class="operations">
<ul><li><a href="docs/webhooks">Webhooks guide</a></li><li><a href="docs/errors">Errors</a></li><li><a href="docs/openapi.json">OpenAPI document</a></li></ul>
${document.tags.map(({ name }) => indexOf(name, document)).join('\n')}
</div>
</nav>
<div class="page">
<noscript><p>This page needs JavaScript; the same is in the <a href="docs/openapi.json">OpenAPI document</a>.</p></noscript>
<div id="reference"></div>
</div>
</body></html>`;
}

function indexOf(tag: string, { paths }: ApiDocument): string {
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags }) => tags[0] === tag);
  return `<h2>${escapeHtml(tag)}</h2><ul>${operations.map(indexEntry).join('')}</ul>`;
}

function indexEntry({ tags: [tag], operationId, summary }: OperationObject): string {
  const address = `#/${encodeURIComponent(tag)}/${operationId}`;
  return `<li><a href="${address}" data-operation="${operationId}">${escapeHtml(summary)}</a></li>`;
}
