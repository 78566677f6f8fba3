/** A guide as a page. */
import { readFile } from 'node:fs/promises';
import type { Content } from './frame.ts';
import { type GuideWords, guideFile, guideText, verifierCode } from './guide-text.ts';
import { html, type Markup, markup } from './html.ts';
import type { Prose } from './prose.ts';
import { languageTabs } from './sample-tabs.ts';
import { type VerifierLanguage, verifiers } from './verifiers.ts';

interface GuideTools {
  readonly prose: Prose;
  readonly words: GuideWords;
}

/** `path`: of the page; `name`: of the file. */
export async function guidePage(path: string, name: string, { prose, words }: GuideTools): Promise<Content> {
  const text = await guideText(name, words);
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  let body = prose.block(text).markup;
  const place = '<!-- verifiers -->';
  if (body.includes(place)) {
    const { markup: tabs } = await verifierTabs();
    body = body.replace(place, () => tabs);
  }
  for (const [image, file] of body.matchAll(/<p><img src="([\w-]+\.svg)"[^>]*><\/p>/g)) {
    const picture = await inlineSvg(file ?? '');
    body = body.replace(image, () => `<figure tabindex="0">${picture}</figure>`);
  }
  return { path, title, body: html`<article class="guide">${markup(body)}</article>` };
}

/**
 * The stylesheet of the documentation colours the picture; the style inside is for GitHub, and the policy would block
 * it here.
 */
async function inlineSvg(file: string): Promise<string> {
  const [before = '', rest = ''] = (await readFile(guideFile(file), 'utf8')).split('<style>');
  return before + (rest.split('</style>')[1] ?? '');
}

async function verifierTabs(): Promise<Markup> {
  const languages = Object.keys(verifiers) as VerifierLanguage[];
  const tabs = await Promise.all(
    languages.map(async (label) => ({ id: label.toLowerCase(), label, code: await verifierCode(label) })),
  );
  return languageTabs(tabs, 'verifier', 'Language of the verifier');
}
