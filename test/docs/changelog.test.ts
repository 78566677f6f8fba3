/** The page of changes and its feed, from CHANGELOG.md. */
import { readFile } from 'node:fs/promises';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { versionsOf } from '../../src/docs/changelog/changelog.ts';
import { changelogFeed } from '../../src/docs/changelog/changelog-feed.ts';
import { changelogPage } from '../../src/docs/changelog/changelog-page.ts';
import { createProse } from '../../src/docs/prose.ts';
import { findPage, publicUrl, readPage } from './public-docs.ts';
import { textOf } from './shown-code.ts';

const sample = `# Changelog

About the file, with a [link](https://keepachangelog.com).

## [Unreleased]

### Added

- A thing & \`<b>\`, see [partitions](docs/partitions.md) and [consent](docs/guides/consent.md#leaving).

## [1.1.0] - 2026-09-01

### Added

- Older.

## [1.0.0] - 2026-08-01

- Oldest.
`;
const writtenAt = new Date('2026-10-01T10:00:00.000Z');
const prose = createProse(() => null);
const feedOf = (text: string) => changelogFeed({ versions: versionsOf(text), writtenAt }, prose, publicUrl);

/** The texts of a tag, in order. */
function valuesOf(feed: string, tag: string): readonly string[] {
  return [...feed.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);
}

test('a version has its name, its day and its text; what is before the first is left out', () => {
  const versions = versionsOf(sample);
  expect(versions.map(({ name, date, anchor }) => [name, date, anchor])).toEqual([
    ['Unreleased', null, 'unreleased'],
    ['1.1.0', '2026-09-01', '1.1.0'],
    ['1.0.0', '2026-08-01', '1.0.0'],
  ]);
  // Files of the repository are no pages; guides are.
  expect(versions[0]?.text).toContain('see partitions and [consent](/docs/guides/consent).');
});

test('no id is twice on the page, though versions have headings of the same names', () => {
  const { body } = changelogPage({ versions: versionsOf(sample), writtenAt }, prose);
  const ids = [...body.markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['unreleased', 'unreleased-added', '1.1.0', '1.1.0-added', '1.0.0']);
});

describe('the feed', () => {
  test('has an entry for each version, dated by its heading, or by the file', () => {
    const feed = feedOf(sample);
    expect(valuesOf(feed, 'title')).toEqual(['Tidings: changelog', 'Unreleased', '1.1.0', '1.0.0']);
    expect(valuesOf(feed, 'updated')).toEqual([
      '2026-10-01T10:00:00.000Z',
      '2026-10-01T10:00:00.000Z',
      '2026-09-01T00:00:00Z',
      '2026-08-01T00:00:00Z',
    ]);
  });

  test('has ids that stay, but a new one when what has no number changed', () => {
    const [before, after] = [sample, sample.replace('A thing', 'Another thing')].map((text) =>
      valuesOf(feedOf(text), 'id'),
    );
    expect(before?.[1]).toMatch(/#unreleased-[0-9a-f]{12}$/);
    expect(after?.[1]).not.toBe(before?.[1]);
    expect(after?.toSpliced(1, 1)).toEqual(before?.toSpliced(1, 1));
    expect(valuesOf(feedOf(sample.replace('Older', 'Mended')), 'id')).toEqual(before);
  });

  test('has HTML as text, with links that lead here from anywhere', () => {
    const [content = ''] = valuesOf(feedOf(sample), 'content');
    const html = textOf(content);
    expect(html).toContain('A thing &amp; <code>&lt;b&gt;</code>');
    expect(html).toContain(`<a href="${publicUrl}/docs/guides/consent">`);
  });

  test('has twenty entries at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => `## [1.${30 - at}.0] - 2026-01-01\n\n- x\n`).join('\n');
    expect(valuesOf(feedOf(many), 'id')).toHaveLength(21);
  });
});

test('the service serves both of its own file', async () => {
  const file = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const [, item = ''] = /^- ([^`[\n]{20,60})/m.exec(file) ?? [];
  const page = await readPage('/docs/changelog');
  expect(textOf(page)).toContain(item);
  expect(page).toContain('type="application/atom+xml"');
  const feed = await findPage('/docs/changelog.atom');
  expect(feed?.type).toBe('application/atom+xml; charset=utf-8');
  const text = String(feed?.body);
  // Well-formed: each element ends where it began.
  const open: string[] = [];
  for (const [, end, name = '', empty] of text.replace(/<\?[^>]*\?>/g, '').matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
  }
  expect(open).toEqual([]);
  expect(parseDocument(text, { xmlMode: true }).children.length).toBeGreaterThan(1);
  for (const id of valuesOf(text, 'id')) expect(id.startsWith(`${publicUrl}/docs/changelog`)).toBe(true);
});
