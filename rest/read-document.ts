import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** JSON text by file. Parsing the YAML takes 150 ms, in which the process does nothing else. */
const texts = new Map<string, Promise<string>>();

/** The OpenAPI document in a YAML file, a copy for each caller. Each file is read once in the life of the process. */
export async function readDocument<Document>(file: URL): Promise<Document> {
  const known = texts.get(file.href) ?? readFile(file, 'utf8').then((yaml) => JSON.stringify(parse(yaml)));
  texts.set(file.href, known);
  return JSON.parse(await known);
}
