/**
 * Compares the starters in a browser with approved pictures: test/interop/screenshots/. A mail that looks different is
 * written beside its reference as `.now.png`; `UPDATE_SCREENSHOTS=1` makes it the reference, after a person has
 * approved it.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { starterNames, starters } from '../../emails/starters/index.ts';
import { renderStarter } from '../../emails/starters/starter.ts';
import { openContext } from './programs/chromium.ts';

const folder = fileURLToPath(new URL('screenshots/', import.meta.url));
const updating = process.env.UPDATE_SCREENSHOTS === '1';

/** Pixels: a telephone, the mail's own width, a desk. */
const widths = [320, 600, 1200] as const;
const schemes = ['light', 'dark'] as const;
/** How much of a picture may differ: edges of letters, where a library smooths them otherwise. */
const tolerance = 0.005;

const shown = [
  ...starterNames.map((name) => [name, 'en'] as const),
  // From right to left, and with a table.
  ['receipt', 'ar'] as const,
].flatMap(([name, locale]) =>
  widths.flatMap((width) => schemes.map((scheme) => ({ name, locale, width, scheme, title: `${name}.${locale}` }))),
);

/** One for all pictures: a page of its own for each takes longer than its picture. */
let page: Page;
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  page = await (await openContext()).newPage();
});
afterAll(() => page?.context().close());

/** A mail is rendered once for all its pictures. */
const rendered = new Map<string, Promise<string>>();

function htmlOf({ name, locale, title }: (typeof shown)[number]): Promise<string> {
  const html = rendered.get(title) ?? renderStarter(starters[name], { locale }).then((made) => made.html);
  rendered.set(title, html);
  return html;
}

async function picture(view: (typeof shown)[number]): Promise<{ bytes: Buffer; wide: number }> {
  const html = await htmlOf(view);
  await page.setViewportSize({ width: view.width, height: 600 });
  await page.emulateMedia({ colorScheme: view.scheme });
  await page.setContent(html);
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const bytes = await page.screenshot({ fullPage: true });
  return { bytes, wide };
}

describe('a starter', () => {
  it.each(shown)('$title at $width pixels, $scheme, looks as it was found good', async (view) => {
    const file = `${folder}${view.title}.${view.width}.${view.scheme}.png`;
    const { bytes, wide } = await picture(view);
    expect(wide, 'it can be read without scrolling sideways').toBeLessThanOrEqual(view.width);
    if (updating) await writeFile(file, bytes);
    expect(existsSync(file), `${file} is missing`).toBe(true);
    const now = file.replace(/png$/, 'now.png');
    const found = await readFile(file);
    // The same file is the same picture: most are, and reading two pictures takes longer than drawing one.
    if (found.equals(bytes)) return rm(now, { force: true });
    const [png, reference] = [PNG.sync.read(bytes), PNG.sync.read(found)];
    const { width, height } = reference;
    const sameSize = png.width === width && png.height === height;
    const different = sameSize ? pixelmatch(png.data, reference.data, undefined, width, height) : width * height;
    if (different > tolerance * width * height) await writeFile(now, bytes);
    else await rm(now, { force: true });
    expect(different / (width * height), `see ${now}`).toBeLessThanOrEqual(tolerance);
  });
});
