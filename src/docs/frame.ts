/** The frame of every page of the documentation: head, top bar, navigation, content. */
import { contentPolicy } from '../ground/page-headers.ts';
import { html, type Markup, markup } from './html.ts';
import { type Entry, type Group, markdownPath, type Section } from './site-map.ts';

/** Scripts, styles and requests are this service's own; the page has no inline script or style. */
export const docsPolicy = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'frame-src': "'self'",
});

export interface Content {
  readonly path: string;
  readonly title: string;
  /** Below the top bar, beside the navigation. */
  readonly body: Markup;
  /** `wide` has a second column for code. */
  readonly layout?: 'prose' | 'wide';
}

/** Writes the whole page. Links start with /docs up to here and become relative, so that a path prefix works. */
export function framePage({ path, title, body, layout = 'prose' }: Content, groups: readonly Group[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tidings</title>
<link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml">
${alternates(path, groups)}<link rel="stylesheet" href="/docs/assets/tokens.css">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/theme.js"></script>
<script src="/docs/assets/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<button class="menu" type="button" popovertarget="navigation" aria-label="Navigation">${icons.menu}</button>
<a class="brand" href="/docs"><img src="/docs/assets/mark.svg" alt="" width="22" height="22"><span>Tidings</span> <small>Docs</small></a>
<button class="search" type="button" aria-label="Search" hidden>${icons.search}<span>Search</span><kbd>/</kbd></button>
<button class="theme" type="button" hidden aria-label="Light or dark">${icons.theme}</button>
</header>
<div class="frame">
<nav id="navigation" popover aria-label="Documentation">
${groups.map((group) => groupOf(group, path))}
</nav>
<main id="content" class="${layout}" tabindex="-1">
${body}
${isListed(path, groups) && html`<p class="as-markdown"><a href="${markdownPath(path)}">This page as Markdown</a></p>`}
${neighbours(path, groups)}
</main>
</div>
</body>
</html>`;
  const up = '../'.repeat(path.split('/').length - 2);
  return page.markup.replace(/( (?:href|src)=")\/docs/g, `$1${up}docs`);
}

function groupOf({ title, sections }: Group, path: string): Markup {
  return html`<div class="group"><h2>${title}</h2>${sections.map((section) => sectionOf(section, path))}</div>`;
}

function sectionOf({ title, parent, entries }: Section, path: string): Markup {
  const list = html`<ul>${entries.map((entry) => entryOf(entry, path))}</ul>`;
  if (title === '') return list;
  const isOpen = parent === path || entries.some((entry) => entry.path === path);
  return html`<details${markup(isOpen ? ' open' : '')}><summary>${title}</summary>${list}</details>`;
}

function entryOf(entry: Entry, path: string): Markup {
  const current = markup(entry.path === path ? ' aria-current="page"' : '');
  return html`<li><a href="${entry.path}"${current}><span>${entry.title}</span>${methodBadge(entry.method)}</a></li>`;
}

export function methodBadge(method: string | undefined): Markup | null {
  if (method === undefined) return null;
  const short = method === 'DELETE' ? 'DEL' : method;
  return html`<span class="method ${method.toLowerCase()}">${short}</span>`;
}

/** Whether the navigation has the page. Any other says that there is no such page. */
function isListed(path: string, groups: readonly Group[]): boolean {
  return groups.some(({ sections }) => sections.some(({ entries }) => entries.some((entry) => entry.path === path)));
}

/** Where programs find the page as Markdown, and the feed of changes. */
function alternates(path: string, groups: readonly Group[]): Markup | null {
  if (!isListed(path, groups)) return null;
  return html`<link rel="alternate" type="text/markdown" href="${markdownPath(path)}">
<link rel="alternate" type="application/atom+xml" title="Changelog" href="/docs/changelog.atom">
`;
}

/** Links to the previous and the next page. */
function neighbours(path: string, groups: readonly Group[]): Markup | null {
  const all = groups.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries));
  const at = all.findIndex((entry) => entry.path === path);
  if (at < 0) return null;
  const link = (entry: Entry | undefined, rel: string, label: string) =>
    entry
      ? html`<a rel="${rel}" href="${entry.path}"><small>${label}</small><span>${entry.title}</span></a>`
      : html`<span></span>`;
  return html`<footer class="neighbours">${link(all[at - 1], 'prev', 'Previous')}${link(all[at + 1], 'next', 'Next')}</footer>`;
}

const svg = (inner: string, size = 20) =>
  markup(
    `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inner}</svg>`,
  );

const icons = {
  menu: svg('<path d="M4 6h16M4 12h16M4 18h16"/>'),
  search: svg('<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>', 16),
  theme: svg('<circle cx="12" cy="12" r="9"/><path d="M12 3v18a9 9 0 0 0 0-18Z" fill="currentColor"/>', 18),
};
