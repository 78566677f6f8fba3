/** CHANGELOG.md, version by version, for the page and the feed of changes (docs/rules.md#changelog-feed). */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

export interface Version {
  /** Such as `1.0.0`; `Unreleased` for what has no number yet. */
  readonly name: string;
  /** The day of its heading; null where it has none. */
  readonly date: string | null;
  /** Unique on the page. */
  readonly anchor: string;
  /** Tells the versions of a text apart, so that a feed has an entry for each. */
  readonly digest: string;
  /** Markdown, without the heading. Links lead to pages of the documentation, or are plain text. */
  readonly text: string;
}

export interface Changelog {
  readonly versions: readonly Version[];
  /** When the file was written. */
  readonly writtenAt: Date;
}

const file = new URL('../../../CHANGELOG.md', import.meta.url);

export async function readChangelog(): Promise<Changelog> {
  const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
  return { versions: versionsOf(text), writtenAt: mtime };
}

/** What is before the first version is about the file, and left out. */
export function versionsOf(text: string): readonly Version[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, name = heading, date = null] = /^\[?([^\]\s]+)\]?(?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(heading) ?? [];
    const body = pageLinks(lines.join('\n')).trim();
    return { name, date, anchor: anchorOf(name), digest: digestOf(body), text: body };
  });
}

function anchorOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The file links to others of its repository: a guide is a page here, and anything else is named only. */
function pageLinks(text: string): string {
  return text.replace(/\[([^[\]\n]{1,200})\]\(([^()\s]{1,200})\)/g, (_, label: string, href: string) => {
    const [, guide] = /^docs\/guides\/([\w-]+)\.md/.exec(href) ?? [];
    if (guide === 'webhooks') return `[${label}](/docs/webhooks)`;
    return guide === undefined ? label : `[${label}](/docs/guides/${guide})`;
  });
}
