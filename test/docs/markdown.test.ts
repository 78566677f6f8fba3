/** The documentation for programs: llms.txt, and each page as Markdown. */
import { expect, test } from 'vitest';
import { readContract } from '../../src/docs/api-document.ts';
import { markdownPath, siteMap } from '../../src/docs/site-map.ts';
import { errorCodes } from '../../src/ground/errors/error-codes.ts';
import { findPage, publicUrl, readPage } from './public-docs.ts';

const contract = await readContract();
const pages = siteMap(contract).flatMap(({ sections }) => sections.flatMap(({ entries }) => entries));

function withoutCode(text: string): string {
  return text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '');
}

test('llms.txt begins as llmstxt.org says, and leads to each page of the navigation', async () => {
  const text = await readPage('/docs/llms.txt');
  expect((await findPage('/docs/llms.txt'))?.type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# Tidings\n\n> [^\n]+\n\n/);
  const linked = [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title, url]) => [title, url]);
  expect(linked).toEqual(pages.map(({ path, title }) => [title, `${publicUrl}${markdownPath(path)}`]));
});

test.each(pages.map(({ path, title }) => [path, title] as const))('%s is Markdown too', async (path, title) => {
  const page = await findPage(markdownPath(path));
  expect([page?.status, page?.type]).toEqual([200, 'text/markdown; charset=utf-8']);
  const text = String(page?.body);
  expect(text.match(/^# .+$/gm)?.length).toBeGreaterThan(0);
  expect(text.startsWith('# ')).toBe(true);
  expect(text).toContain(path === '/docs' ? 'Tidings' : title.split(' ')[0]);
  // Every part is made, and no value is left out.
  expect(text).not.toMatch(/<!-- [a-z-]+ ?[\w.-]* -->/);
  expect(withoutCode(text)).not.toMatch(/\bundefined\b|\[object /);
  // Fences are closed.
  expect((text.match(/^`{3,}/gm) ?? []).length % 2).toBe(0);
  const html = String((await findPage(path))?.body);
  const up = '../'.repeat(path.split('/').length - 2);
  expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${up}${markdownPath(path).slice(1)}">`);
});

test('links of Markdown lead to Markdown that is there', async () => {
  for (const { path } of pages) {
    const text = withoutCode(await readPage(markdownPath(path)));
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const { origin, pathname } = new URL(target, `${publicUrl}${markdownPath(path)}`);
      if (origin !== publicUrl || pathname.endsWith('.svg') || pathname.includes('/emails/')) continue;
      expect([path, target, (await findPage(pathname))?.status]).toEqual([path, target, 200]);
    }
  }
});

test('an operation says its fields, its errors and an example; the errors say cause and fix', async () => {
  const text = await readPage('/docs/api/emit-event.md');
  for (const part of [
    '`POST /v1/workspaces/{workspace}/events`',
    '- `idempotency_key` (string, required): ',
    '  - `email` (email): ',
    '- 422 `validation_failed`: ',
    '"Authorization: Bearer $TIDINGS_API_KEY"',
    'Response 202:',
  ])
    expect(text).toContain(part);
  const errors = await readPage('/docs/errors.md');
  for (const code of Object.keys(errorCodes)) {
    const [, entry = ''] = errors.split(`## ${code}\n`);
    expect(entry, code).toMatch(/^\nStatus \d{3}\.\n\n- Cause: .+\n- What to do: .+/);
  }
});

test('a page that is not there has no Markdown', async () => {
  expect((await findPage('/docs/guides/nope.md'))?.status).toBe(404);
  expect((await findPage('/docs.md'))?.status).toBeUndefined();
});
