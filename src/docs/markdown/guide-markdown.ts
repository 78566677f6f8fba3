/** A guide as Markdown, with the parts that are made here. Links lead to Markdown too. */
import { type GuideWords, guideText, verifierFences } from '../guide-text.ts';
import { markdownPath } from '../site-map.ts';

export async function guideMarkdown(name: string, words: GuideWords): Promise<string> {
  const text = await guideText(name, words);
  const place = '<!-- verifiers -->';
  const whole = text.includes(place) ? text.replace(place, await verifierFences().then((fences) => () => fences)) : text;
  return whole.replace(/\]\((\/docs(?:\/[\w./-]+)?)(#[\w.-]+)?\)/g, (_, path: string, anchor = '') => `](${markdownPath(path)}${anchor})`);
}
