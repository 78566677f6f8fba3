/** GraphiQL at /graphql in development, with example tabs and, on the developer's machine, the local key. */
import type { Plugin } from 'graphql-yoga';
import type { App } from '../../context.ts';
import { contentPolicy, keyPageHeaders, scriptHashes } from '../../ground/page-headers.ts';
import type { Exchange } from '../exchange.ts';
import { localKeyFor } from '../local-key.ts';
import { graphiqlTabs } from './graphiql-tabs.ts';

interface Page {
  readonly html: string;
  readonly policy: string;
}

/** GraphiQL's editor makes styles at run time, and its workers and images from its own text. */
const needs = {
  'style-src': "'unsafe-inline'",
  'connect-src': "'self'",
  'font-src': 'data:',
  'img-src': "'self' data:",
  'worker-src': 'data: blob:',
} as const;

const logo =
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" ' +
  'stroke-linejoin="round" role="img" aria-label="Tidings"><rect x="2.5" y="5" width="19" height="14" rx="2.5"/>' +
  '<path d="m3.5 7 8.5 6.5L20.5 7"/></svg>';

/**
 * GraphiQL puts editor and response side by side at any width; on a phone neither could be read. Its tabs keep the
 * offsets of an animation, which take effect under a pressed mouse: the tab jumped away before it was clicked.
 */
const ownStyle = `<style>.graphiql-tab { transform: none !important; }
@media (max-width: 700px) {
  .graphiql-sessions > div:has(> .graphiql-editors) { flex-direction: column; }
  .graphiql-editors, .graphiql-response { min-width: 0; min-height: 0; }
  .graphiql-horizontal-drag-bar, .graphiql-logo { display: none; }
}</style>`;

export function graphiqlPage(app: App): Plugin<object, { readonly exchange: Exchange }> {
  const pages = new Map<string | null, Promise<Page>>();
  return {
    async onRequest({ request, url, serverContext, fetchAPI, endResponse }) {
      if (request.method !== 'GET' || url.pathname !== '/graphql') return;
      if (!request.headers.get('accept')?.includes('text/html')) return;
      const { facts, request: incoming } = serverContext.exchange;
      facts.operation = 'GraphiQL';
      const key = localKeyFor(app, incoming);
      const page = pages.get(key) ?? renderPage(key);
      pages.set(key, page);
      const { html, policy } = await page;
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        ...keyPageHeaders,
      };
      endResponse(new fetchAPI.Response(html, { status: 200, headers }));
    },
  };
}

/**
 * One page with all its parts, so the browser loads nothing from elsewhere. The editor is loaded at the first visit.
 */
async function renderPage(key: string | null): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const tabs = await graphiqlTabs(key !== null);
  const options = {
    title: 'Tidings GraphiQL',
    logo,
    favicon: 'data:,',
    defaultTabs: [...tabs],
    // The active tab of a later visit, when the tabs come from the browser; without it GraphiQL adds an empty tab each
    // time.
    query: tabs[0]?.query,
    // The editor stores edited headers in the browser, where a key would outlive its platform. It never stores these.
    ...(key === null
      ? { headers: JSON.stringify({ Authorization: 'Bearer ' }, null, 2) }
      : { additionalHeaders: { Authorization: `Bearer ${key}` }, defaultEditorToolsVisibility: 'variables' as const }),
  };
  const html = withOwnStyle(await renderGraphiQL(options));
  return { html, policy: contentPolicy({ ...needs, 'script-src': scriptHashes(html) }) };
}

/** After the styles of GraphiQL, whose own text may hold the same tags. */
function withOwnStyle(html: string): string {
  const end = html.indexOf('</head>');
  return html.slice(0, end) + ownStyle + html.slice(end);
}
