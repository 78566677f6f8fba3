/** The files of designers: read with their faults in words, for `email:dev`, `email:push` and `email:pull`. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStarter, type Starter } from '../../emails/index.ts';
import { nearName } from '../ground/input/near-name.ts';
import { jsonFault } from './json-fault.ts';

/** Where the starters are, and what `email:dev` shows. */
export const startersFolder = fileURLToPath(new URL('../../emails/starters', import.meta.url));

/** Bytes; a template has at most 2 MiB. */
const bytesMax = 8 * 1024 * 1024;

/** A file that cannot be used, in words. */
export class FileFault extends Error {}

/** Reads a file of JSON. Throws `FileFault`. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readText(file);
  const fault = jsonFault(text);
  if (fault !== null) throw new FileFault(`${shown(file)} is no JSON. ${fault}`);
  return JSON.parse(text);
}

/** Reads a file such as emails/starters/receipt.json. Throws `FileFault`. */
export async function readStarterFile(file: string): Promise<{ readonly json: object; readonly starter: Starter }> {
  const json = await readJsonFile(file);
  try {
    return { starter: readStarter(json), json: Object(json) };
  } catch (error) {
    throw new FileFault(`${shown(file)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readText(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new FileFault(await missing(file));
  if (!found.isFile()) throw new FileFault(`${shown(file)} is a folder: name a file in it, ${await namesIn(file)}.`);
  if (found.size > bytesMax) throw new FileFault(`${shown(file)} has more than ${bytesMax / 1024 / 1024} MiB.`);
  return readFile(file, 'utf8');
}

/** Says what there is in place of a missing file. */
async function missing(file: string): Promise<string> {
  const folder = dirname(resolve(file));
  const there = await jsonFiles(folder);
  const near = nearName(basename(file), there);
  if (near !== null) return `There is no file ${shown(file)}; did you mean ${shown(join(folder, near))}?`;
  if (there.length > 0) return `There is no file ${shown(file)}. ${shown(folder)} has ${there.join(', ')}.`;
  return `There is no file ${shown(file)}. The starters are in ${shown(startersFolder)}: ${await namesIn(startersFolder)}.`;
}

async function namesIn(folder: string): Promise<string> {
  const names = await jsonFiles(folder);
  return names.length === 0 ? 'which has none that ends with .json' : names.join(', ');
}

/** Names of the JSON files of a folder, in alphabetical order; none where there is no such folder. */
export async function jsonFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.endsWith('.json')).sort();
}

/** A path as a person would write it: from the folder where the command runs, where that is shorter. */
export function shown(file: string): string {
  const from = relative(process.cwd(), resolve(file));
  return from === '' || from.startsWith('..') ? file : from;
}
