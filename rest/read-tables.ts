/** The operations of a folder with their documents and routes, for one schema. */
import { readdir, readFile } from 'node:fs/promises';
import type { GraphQLSchema } from 'graphql';
import { type Operation, readContract } from './contract.ts';
import { type Prepared, prepare } from './prepare.ts';
import { createRoute, type Route } from './route.ts';

export interface Tables {
  readonly operations: readonly Operation[];
  readonly prepared: ReadonlyMap<Operation, Prepared>;
  readonly route: Route;
}

/** By schema and folder. Making the tables takes 50 ms of processor time. */
const known = new WeakMap<GraphQLSchema, Map<string, Promise<Tables>>>();

/**
 * Rejects when the OpenAPI file and the documents of `folder` do not fit each other or the schema. Each folder is read
 * once in the life of the process.
 */
export function readTables(schema: GraphQLSchema, folder: URL): Promise<Tables> {
  const ofSchema = known.get(schema) ?? new Map<string, Promise<Tables>>();
  known.set(schema, ofSchema);
  const tables = ofSchema.get(folder.href) ?? makeTables(schema, folder);
  ofSchema.set(folder.href, tables);
  return tables;
}

async function makeTables(schema: GraphQLSchema, folder: URL): Promise<Tables> {
  const operations = await readContract(new URL('openapi.yaml', folder));
  const prepared = prepare(schema, operations, await readDocuments(new URL('operations/', folder)));
  return { operations, prepared, route: createRoute(operations) };
}

/** Reads all documents as one: files share fragments. */
async function readDocuments(folder: URL): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.join('\n');
}
