/**
 * The Markdown of a guide: docs/guides/<name>.md, in which an HTML comment such as `<!-- retry-times -->` stands for a
 * part that is made here.
 */
import { readFile } from 'node:fs/promises';
import { attemptGaps, gapJitter, roundTime } from '../webhooks/delivery/webhook-schedule.ts';
import { webhookTypes } from '../webhooks/webhook-types.ts';
import { documentOf, fence, markdownTable } from './markdown/blocks.ts';
import { webhookPath } from './site-map.ts';
import { type VerifierLanguage, verifiers } from './verifiers.ts';
import { webhookHelp } from './webhook-help.ts';

export const guideFile = (name: string) => new URL(`../../docs/guides/${name}`, import.meta.url);

/** Words of the Markdown that depend on the deployment, with the words to show. */
export type GuideWords = readonly (readonly [written: string, shown: string])[];

/** Leaves the part `verifiers`, which a page shows as tabs (`verifierFences`). */
export async function guideText(name: string, words: GuideWords): Promise<string> {
  let text = await readFile(guideFile(`${name}.md`), 'utf8');
  for (const [written, shown] of words) text = text.replaceAll(written, shown);
  for (const [comment, part = '', of = ''] of text.matchAll(/<!-- ([a-z-]+)(?: ([\w.-]+))? -->/g)) {
    const made = await parts[part]?.(of);
    if (made !== undefined) text = text.replace(comment, () => made);
  }
  return text;
}

const parts: Readonly<Record<string, (of: string) => string | Promise<string>>> = {
  'webhook-types': () =>
    markdownTable(
      ['Type', 'Sent when'],
      webhookTypes.map((type) => [`[\`${type}\`](${webhookPath(type)})`, webhookHelp[type].when]),
    ),
  'retry-times': () => retryTimes(),
  sample: async (file) => fence(await readFile(guideFile(`samples/${file}`), 'utf8'), 'ts'),
  verifier: async (language) => verifierFence(language as VerifierLanguage),
};

const fenceNames: Readonly<Record<VerifierLanguage, string>> = {
  TypeScript: 'ts',
  Python: 'python',
  PHP: 'php',
  Ruby: 'ruby',
  Go: 'go',
};

export async function verifierCode(language: VerifierLanguage): Promise<string> {
  return (await readFile(new URL(`../pages/verifiers/${verifiers[language]}`, import.meta.url), 'utf8')).trimEnd();
}

async function verifierFence(language: VerifierLanguage): Promise<string> {
  return fence(await verifierCode(language), fenceNames[language]);
}

/** The part `verifiers` as Markdown. */
export async function verifierFences(): Promise<string> {
  const languages = Object.keys(verifiers) as VerifierLanguage[];
  return documentOf(...(await Promise.all(languages.map(verifierFence)))).trimEnd();
}

function retryTimes(): string {
  let sum = 0;
  const rows = attemptGaps.map((gap, at) => {
    sum += gap;
    return [String(at + 1), at === 0 ? 'at once' : duration(gap), at === 0 ? '0' : duration(sum)];
  });
  return documentOf(
    markdownTable(['Attempt', 'After the one before', 'After the first'], rows),
    `Each gap varies by up to ${gapJitter * 100} %. A webhook that is not delivered ${duration(roundTime)} after it was created, or after you asked for its redelivery, is \`failed\`.`,
  ).trimEnd();
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
