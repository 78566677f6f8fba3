import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../emails/check/coverage.ts';
import { starterNames, starters } from '../../emails/starters/index.ts';
import { renderStarter, starterContent } from '../../emails/starters/starter.ts';
import { StarterPreview } from '../../emails/starters/starter-preview.tsx';
import { DECORATION, MAIL_CLIENTS, MAIL_RULES } from './mail-html.ts';

/** Bytes; Gmail cuts off what is larger. */
const clipped = 100 * 1024;

const validator = new HtmlValidate(MAIL_RULES);
const shown = starterNames.flatMap((name) => {
  const { locale, translations } = starterContent(starters[name]);
  return [locale, ...Object.keys(translations)].map((language) => [name, language] as const);
});

it('there are twelve starters in six languages each', () => {
  expect(shown).toHaveLength(72);
});

it.each(starterNames)('%s is translated whole', (name) => {
  const coverage = coverageOf(starterContent(starters[name]));
  expect(coverage).toHaveLength(5);
  for (const { texts, translated, missing, outdated } of coverage) {
    expect({ translated, missing, outdated }).toEqual({ translated: texts, missing: [], outdated: [] });
  }
});

describe.each(shown)('the starter %s in %s', (name, locale) => {
  it('makes a whole mail of its sample, small enough for Gmail', async () => {
    const { subject, html, text, fellBack, displayName } = await renderStarter(starters[name], locale);
    expect(fellBack).toEqual([]);
    expect(`${subject}${displayName}${html}${text}`).not.toMatch(/\{\{|undefined|\[object/);
    expect(Buffer.byteLength(html)).toBeLessThan(clipped);
    expect(html).toContain(`lang="${locale}"`);
    expect(html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
  });

  it('is valid and accessible HTML that mail clients know', async () => {
    const { html } = await renderStarter(starters[name], locale);
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    const { issues } = caniemail({ clients: MAIL_CLIENTS, html });
    const unsupported = [...issues.errors.values()].flatMap((found) => found.map(({ title }) => title));
    expect([...new Set(unsupported)].filter((title) => !DECORATION.has(title))).toEqual([]);
  });

  it('is handed to the preview of the designers as it is sent', async () => {
    const { html } = await renderStarter(starters[name], locale);
    const { props } = (await StarterPreview({ starter: starters[name], locale })) as {
      readonly props: { readonly dangerouslySetInnerHTML: { readonly __html: string } };
    };
    expect(props).toMatchObject({ lang: locale });
    expect(html).toContain(`>${props.dangerouslySetInnerHTML.__html}</html>`);
  });
});
