/** The documents in YAML that the service reads at each start, as JSON beside a bundle (rest/read-document.ts). */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/** Relative to the project. */
export const documentSources = ['rest/openapi.yaml'] as const;

/** Writes JSON texts by the name of their source. */
export async function writeDocuments(file: string): Promise<void> {
  const { parse } = await import('yaml');
  const texts = documentSources.map((name) => {
    const text = readFileSync(fileURLToPath(new URL(name, root)), 'utf8');
    return [name, JSON.stringify(parse(text))] as const;
  });
  await writeFile(file, JSON.stringify(Object.fromEntries(texts)));
}
