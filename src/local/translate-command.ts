/**
 * `npm run email:texts <language> [file or folder …]` writes the texts of mails for translators, what is outdated first;
 * `npm run email:translate <file> [folder]` brings what they return into the mails. A language that no mail has yet needs
 * nothing else. Mails are in emails/starters unless a file or folder is named.
 */
import { parseArgs } from 'node:util';
import { translationFormats } from '../templates/translation-files/translation-file.ts';
import { bringTexts } from './bring-texts.ts';
import { insistOnOwnOptions } from './own-options.ts';
import { startersFolder } from './starter-file.ts';
import { writeTexts } from './write-texts.ts';

const usages = {
  texts: 'npm run email:texts <language> [file or folder …] [-- --format xliff|csv|json] [--to <file>] [--open]',
  translate: 'npm run email:translate <file> [folder] [-- --accept-outdated]',
} as const;

const options = {
  format: { type: 'string' },
  to: { type: 'string' },
  open: { type: 'boolean' },
  'accept-outdated': { type: 'boolean' },
} as const;

async function main(): Promise<void> {
  insistOnOwnOptions(Object.keys(options), process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command, what, ...paths] = positionals;
  const usage = command === 'translate' ? usages.translate : usages.texts;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const {
    format: asked = 'xliff',
    to = null,
    open: onlyOpen = false,
    'accept-outdated': acceptOutdated = false,
  } = values;
  const format = translationFormats.find((known) => known === asked);
  if (what === undefined || format === undefined) throw new Error(usage);
  if (command === 'texts') {
    return writeTexts(
      { locale: what, paths: paths.length === 0 ? [startersFolder] : paths, format, to, onlyOpen },
      print,
    );
  }
  const [folder = startersFolder, ...rest] = paths;
  if (command !== 'translate' || rest.length > 0) throw new Error(usage);
  return bringTexts({ file: what, folder, acceptOutdated }, print);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
