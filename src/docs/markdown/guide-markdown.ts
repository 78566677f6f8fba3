/** A guide as Markdown, with the parts that are made here. Links lead to Markdown too. */
import { type GuideWords, guideText, verifierFences } from '../guide-text.ts';
import { markdownPath } from '../site-map.ts';

/** `path`: of the page; guides link to each other by file. */
export async function guideMarkdown(path: string, name: string, words: GuideWords): Promise<string> {
  const text = await guideText(name, words);
  const place = '<!-- verifiers -->';
  const fences = text.includes(place) ? await verifierFences() : '';
  const whole = text.replace(place, () => fences);
  const isGuide = path.startsWith('/docs/guides/');
  // The guide of webhooks has its page above the others.
  const folderOf = (file: string) =>
    file.startsWith('webhooks.md') ? (isGuide ? '../' : '') : isGuide ? '' : 'guides/';
  return whole
    .replace(/\]\(([\w-]+\.md(?:#[\w-]+)?)\)/g, (_, file: string) => `](${folderOf(file)}${file})`)
    .replace(
      /\]\((\/docs(?:\/[\w./-]+)?)(#[\w.-]+)?\)/g,
      (_, page: string, anchor = '') => `](${markdownPath(page)}${anchor})`,
    );
}
