/**
 * The sheet: every starter in every look and language, and every block in every look from either side, on a telephone and
 * on a desk, light and dark. Nothing is wider than its screen and no text is pale (docs/rules.md#looks,
 * docs/rules.md#width-of-a-mail). `PICTURES=folder` keeps a picture of each, for people to look at.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import { lookNames } from '../../emails/document/looks.ts';
import { catalogueInArabic, valuesInArabic } from '../../emails/starters/catalogue-in-arabic.ts';
import { withExamplePictures } from '../../emails/starters/example-pictures.ts';
import { starterNames, starters } from '../../emails/starters/index.ts';
import { renderStarter } from '../../emails/starters/starter.ts';
import { block, rendered, values } from '../emails/sample.ts';
import { contextOfTest } from './programs/chromium.ts';
import { badLineStarts, beyondScreen, brokenFacts, paleTexts } from './programs/seen-mail.ts';
import { shortForm } from './programs/short-form.ts';

/** Pixels: a telephone, and a mail with its ground on both sides. */
const widths = [360, 640] as const;
const schemes = ['light', 'dark'] as const;
/** Folder for the pictures, if set. */
const pictures = process.env.PICTURES;

const languages = ['en', 'de', 'fr', 'es', 'ar', 'ja'] as const;
/** In the short form each language in one look, and each look in two languages. */
const sheets = lookNames.flatMap((look, l) =>
  languages.filter((_, n) => !shortForm || n % lookNames.length === l).map((locale) => ({ look, locale })),
);

beforeAll(async () => {
  if (pictures) await mkdir(pictures, { recursive: true });
});

const emptyPage = async () => (await contextOfTest({ deviceScaleFactor: 1 })).newPage();

/** What is wrong with a mail on any of the screens. */
async function faultsOf(page: Page, html: string, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  await page.setContent(withExamplePictures(html));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 600 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const found: string[] = [];
      for (const look of [beyondScreen, paleTexts, brokenFacts, badLineStarts])
        found.push(...((await page.evaluate(look)) as string[]));
      faults.push(...found.map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
      const path = join(pictures ?? '', `${name}.${width}.${colorScheme}.png`);
      if (pictures) await page.screenshot({ fullPage: true, path });
    }
  }
  return faults;
}

describe('the starters', () => {
  it('are in these languages', () => {
    const { locale, translations } = starters.welcome.template;
    expect([locale, ...Object.keys(translations)].sort()).toEqual([...languages].sort());
  });

  it.each(sheets)('in $locale, $look, fit every screen and can be read', async ({ look, locale }) => {
    const page = await emptyPage();
    const faults: string[] = [];
    for (const name of starterNames) {
      const { html } = await renderStarter(starters[name], { locale, look });
      faults.push(...(await faultsOf(page, html, `${name}.${look}.${locale}`)));
    }
    expect(faults).toEqual([]);
  });
});

describe('the blocks', () => {
  const every = blockTypes.map(({ example }) => example);
  const children = every.filter(({ type }) => type !== 'hero');
  const inArabic = (blocks: typeof every) =>
    Object.fromEntries(
      Object.entries(catalogueInArabic).filter(([id]) => JSON.stringify(blocks).includes(`"${id.split('.')[0]}"`)),
    );
  const mailOf = (blocks: typeof every, look: string, direction: 'ltr' | 'rtl') =>
    direction === 'ltr'
      ? rendered({ blocks, theme: { look } })
      : rendered(
          { blocks, theme: { look }, translations: { ar: inArabic(blocks) } },
          { ...values.event, ...valuesInArabic },
          { locale: 'ar' },
        );
  const tinted = { ...block('section', { tinted: true }, { children }), id: 'tint' };

  it.each(lookNames.flatMap((look) => (['ltr', 'rtl'] as const).map((direction) => ({ look, direction }))))(
    'in $look, from $direction, fit every screen and can be read, on the sheet and on a tint',
    async ({ look, direction }) => {
      const page = await emptyPage();
      const show = async (name: string, blocks: typeof every) =>
        faultsOf(page, (await mailOf(blocks, look, direction)).html, `${name}.${look}.${direction}`);
      expect(await show('blocks', every)).toEqual([]);
      expect(await show('tinted', [tinted])).toEqual([]);
    },
  );
});

it('a fact in two lines is found, and a line that begins with a sign of the one before', async () => {
  const page = await emptyPage();
  await page.setContent(
    '<table lang="ja"><tr><td class="fact" style="width:40px">24 Nov 2026</td></tr></table><p style="width:2em;font:20px sans-serif;margin:0;line-break:anywhere">コピーして</p>',
  );
  expect(await page.evaluate(brokenFacts)).toEqual(['broken: 24 Nov 2026']);
  expect(await page.evaluate(badLineStarts)).toEqual(['begins a line: コピーして']);
});

it('a text that is too pale is found', async () => {
  const page = await emptyPage();
  await page.setContent(
    '<p style="color:#999;background:#fff">Pale</p><h1 style="color:#888;background:#fff">Large</h1>',
  );
  expect(await page.evaluate(paleTexts)).toEqual(['rgb(153, 153, 153) on rgb(255, 255, 255): 2.85 "Pale"']);
});
