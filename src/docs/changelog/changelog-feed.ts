/**
 * The changelog as an Atom feed (RFC 4287; docs/rules.md#changelog-feed): one entry for each version. What has no number
 * yet is an entry too, a new one after each change of its text, so that readers are told.
 */
import { escapeHtml } from '../../pages/escape-html.ts';
import type { Prose } from '../prose.ts';
import type { Changelog, Version } from './changelog.ts';
import { changelogPath, feedPath } from './changelog-page.ts';

/** The newest ones. */
const entriesShown = 20;

export function changelogFeed({ versions, writtenAt }: Changelog, prose: Prose, publicUrl: string): string {
  const page = `${publicUrl}${changelogPath}`;
  const written = writtenAt.toISOString();
  const shown = versions.slice(0, entriesShown);
  const [first] = shown;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Tidings: changelog</title>
<id>${escapeHtml(page)}</id>
<link rel="alternate" type="text/html" href="${escapeHtml(page)}"/>
<link rel="self" type="application/atom+xml" href="${escapeHtml(`${publicUrl}${feedPath}`)}"/>
<author><name>Tidings</name></author>
<updated>${first ? updatedOf(first, written) : written}</updated>
${shown.map((version) => entryOf(version, page, written, prose, publicUrl)).join('\n')}
</feed>
`;
}

function entryOf(version: Version, page: string, written: string, prose: Prose, publicUrl: string): string {
  const { name, date, anchor, digest, text } = version;
  const link = escapeHtml(`${page}#${anchor}`);
  const id = date === null ? `${link}-${digest}` : link;
  const content = prose.block(text).markup.replaceAll('href="/docs', `href="${escapeHtml(publicUrl)}/docs`);
  return `<entry>
<title>${escapeHtml(name)}</title>
<id>${id}</id>
<link rel="alternate" type="text/html" href="${link}"/>
<updated>${updatedOf(version, written)}</updated>
<content type="html">${escapeHtml(content)}</content>
</entry>`;
}

function updatedOf({ date }: Version, written: string): string {
  return date === null ? written : `${date}T00:00:00Z`;
}
