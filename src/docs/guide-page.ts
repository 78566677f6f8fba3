/**
 * A guide: docs/guides/<name>.md, in which an HTML comment such as `<!-- retry-times -->` stands for a part made here.
 */
import { readFile } from 'node:fs/promises';
import { attemptGaps, gapJitter, roundTime } from '../webhooks/delivery/webhook-schedule.ts';
import { webhookTypes } from '../webhooks/webhook-types.ts';
import type { Content } from './frame.ts';
import { html, type Markup, markup } from './html.ts';
import type { Prose } from './prose.ts';
import { languageTabs } from './sample-tabs.ts';
import { webhookPath } from './site-map.ts';
import { verifiers } from './verifiers.ts';
import { webhookHelp } from './webhook-help.ts';

const guideFile = (name: string) => new URL(`../../docs/guides/${name}`, import.meta.url);

interface GuideTools {
  readonly prose: Prose;
  /** Words of the Markdown that depend on the deployment, with the words to show. */
  readonly words: readonly (readonly [written: string, shown: string])[];
}

/** `path`: of the page; `name`: of the file. */
export async function guidePage(path: string, name: string, { prose, words }: GuideTools): Promise<Content> {
  let text = await readFile(guideFile(`${name}.md`), 'utf8');
  for (const [written, shown] of words) text = text.replaceAll(written, shown);
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  let body = prose.block(text).markup;
  for (const [place, make] of Object.entries(parts)) {
    const comment = `<!-- ${place} -->`;
    if (body.includes(comment)) body = body.replace(comment, (await make(prose)).markup);
  }
  for (const [image, file] of body.matchAll(/<p><img src="([\w-]+\.svg)"[^>]*><\/p>/g)) {
    body = body.replace(image, `<figure tabindex="0">${await inlineSvg(file ?? '')}</figure>`);
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

const parts: Readonly<Record<string, (prose: Prose) => Markup | Promise<Markup>>> = {
  'webhook-types': (prose) =>
    table(
      ['Type', 'Sent when'],
      webhookTypes.map((type) => [
        html`<a href="${webhookPath(type)}"><code>${type}</code></a>`,
        prose.inline(webhookHelp[type].when),
      ]),
    ),
  'retry-times': () => retryTimes(),
  verifiers: async () => {
    const tabs = await Promise.all(
      Object.entries(verifiers).map(async ([label, file]) => ({
        id: label.toLowerCase(),
        label,
        code: (await readFile(new URL(`../pages/verifiers/${file}`, import.meta.url), 'utf8')).trimEnd(),
      })),
    );
    return languageTabs(tabs, 'verifier', 'Language of the verifier');
  },
};

function retryTimes(): Markup {
  let sum = 0;
  const rows = attemptGaps.map((gap, at) => {
    sum += gap;
    return [html`${at + 1}`, html`${at === 0 ? 'at once' : duration(gap)}`, html`${at === 0 ? '0' : duration(sum)}`];
  });
  const note = html`<p>Each gap varies by up to ${gapJitter * 100} %. A webhook that is not delivered ${duration(roundTime)} after it was created, or after you asked for its redelivery, is <code>failed</code>.</p>`;
  return html`${table(['Attempt', 'After the one before', 'After the first'], rows)}${note}`;
}

function table(header: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  return html`<div class="table" tabindex="0"><table><thead><tr>${header.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** `90 minutes` is `1 h 30 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
