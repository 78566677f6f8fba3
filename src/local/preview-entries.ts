import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface PreviewFolders {
  /** Folder of the starters, one JSON file each, and starter-preview.tsx. */
  readonly starters: string;
  /** Folder of the entries, which React Email's preview lists by file name. */
  readonly entries: string;
}

/**
 * Writes one entry for each starter and language: `receipt.js` in the language of the template, `receipt.de.js` for a
 * translation. The preview wants a module for each mail. An entry imports the JSON, so a saved JSON reloads the mail.
 * Deletes the entries of languages and starters that are gone; leaves unchanged files alone, since each write reloads.
 */
export function writePreviewEntries({ starters, entries }: PreviewFolders): void {
  mkdirSync(entries, { recursive: true });
  const names = readdirSync(starters).filter((name) => name.endsWith('.json'));
  const wanted = new Map<string, string>();
  for (const name of names) {
    for (const [slug, locale] of slugsOf(join(starters, name))) {
      wanted.set(`${slug}.js`, entryOf({ starters: relative(entries, starters).replaceAll(sep, '/'), name, locale }));
    }
  }
  for (const name of readdirSync(entries)) {
    // A file that an editor is still writing is no valid JSON and has no languages: its entries stay.
    const starter = `${name.split('.')[0]}.json`;
    if (!wanted.has(name) && !(names.includes(starter) && localesOf(join(starters, starter)) === null)) {
      rmSync(join(entries, name));
    }
  }
  for (const [name, text] of wanted) {
    const file = join(entries, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

function slugsOf(file: string): readonly (readonly [slug: string, locale: string])[] {
  const [own, ...others] = localesOf(file) ?? [];
  const name = file.split(sep).at(-1)?.slice(0, -'.json'.length) ?? '';
  if (own === undefined) return [];
  return [[name, own], ...others.map((locale) => [`${name}.${locale}`, locale] as const)];
}

/** The template's own language, then those of its translations; null for a file that is no starter. */
function localesOf(file: string): readonly string[] | null {
  try {
    const { template } = JSON.parse(readFileSync(file, 'utf8'));
    const locales = [template.locale, ...Object.keys(template.translations ?? {})];
    return locales.every((locale) => /^[A-Za-z0-9-]{2,35}$/.test(locale)) ? locales : null;
  } catch {
    return null;
  }
}

interface Entry {
  /** Path of the starters' folder, from the folder of the entries. */
  readonly starters: string;
  readonly name: string;
  readonly locale: string;
}

function entryOf({ starters, name, locale }: Entry): string {
  return [
    `import starter from ${JSON.stringify(`${starters}/${name}`)} with { type: 'json' };`,
    `import { StarterPreview } from ${JSON.stringify(`${starters}/starter-preview.tsx`)};`,
    '',
    'export default function Preview() {',
    `  return StarterPreview({ starter, locale: ${JSON.stringify(locale)} });`,
    '}',
    '',
  ].join('\n');
}
