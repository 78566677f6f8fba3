/** /docs/changelog: what has changed, version by version. */
import type { Content } from '../frame.ts';
import { html, type Markup, markup } from '../html.ts';
import { documentOf } from '../markdown/blocks.ts';
import type { Prose } from '../prose.ts';
import type { Changelog, Version } from './changelog.ts';

export const changelogPath = '/docs/changelog';
export const feedPath = '/docs/changelog.atom';

const introduction = 'What a caller or an operator notices.';

export function changelogPage({ versions }: Changelog, prose: Prose): Content {
  return {
    path: changelogPath,
    title: 'Changelog',
    body: html`<article class="guide">
<h1>Changelog</h1>
<p>${introduction} <a href="${feedPath}" type="application/atom+xml">Atom feed</a></p>
${versions.map((version) => versionOf(version, prose))}
</article>`,
  };
}

function versionOf({ name, date, anchor, text }: Version, prose: Prose): Markup {
  // Each version has headings of the same names.
  const body = prose.block(text).markup.replace(/<h3 id="/g, `<h3 id="${anchor}-`);
  return html`<h2 id="${anchor}">${name}${date !== null && html` <small><time datetime="${date}">${date}</time></small>`}</h2>${markup(body)}`;
}

export function changelogMarkdown({ versions }: Changelog): string {
  return documentOf(
    '# Changelog',
    introduction,
    ...versions.map(({ name, date, text }) => `## ${name}${date === null ? '' : ` - ${date}`}\n\n${text}`),
  );
}
