/**
 * A part of a document that a program writes, between `<!-- name -->` and `<!-- end of name -->`. With `UPDATE_SCALE=1` it
 * is written again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export async function generatedPart(
  file: string,
  name: string,
  made: string,
): Promise<{ readonly found: string; readonly made: string }> {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const text = await readFile(path, 'utf8');
  const [from, until] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const start = text.indexOf(from);
  const end = text.indexOf(until, start);
  if (start < 0 || end < 0) throw new Error(`${file} has no part between ${from.trim()} and ${until.trim()}`);
  const head = text.slice(0, start + from.length);
  if (process.env.UPDATE_SCALE) {
    await writeFile(path, `${head}${made}${text.slice(end)}`);
    return { found: made, made };
  }
  return { found: text.slice(head.length, end), made };
}
