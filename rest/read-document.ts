import { readFile } from 'node:fs/promises';

/** In a bundle: a file with JSON texts by their source (src/write-documents.ts); both are relative to `root`. */
declare const bundledDocuments: string | undefined;

const root = new URL('../', import.meta.url);

/**
 * State of the process. JSON text by file. Parsing the YAML takes 200 ms of processor time, in which the process does
 * nothing else.
 */
const texts = new Map<string, Promise<string>>();

/** The OpenAPI document in a YAML file, a copy for each caller. Each file is read once in the life of the process. */
export async function readDocument<Document>(file: URL): Promise<Document> {
  const known = texts.get(file.href) ?? readJson(file);
  texts.set(file.href, known);
  return JSON.parse(await known);
}

async function readJson(file: URL): Promise<string> {
  if (typeof bundledDocuments === 'string') {
    const bundled: Readonly<Record<string, string>> = JSON.parse(
      await readFile(new URL(bundledDocuments, root), 'utf8'),
    );
    const [, text] = Object.entries(bundled).find(([name]) => new URL(name, root).href === file.href) ?? [];
    if (text !== undefined) return text;
  }
  const { parse } = await import('yaml');
  return JSON.stringify(parse(await readFile(file, 'utf8')));
}
