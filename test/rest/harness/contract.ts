/**
 * The base of the tests of REST: the OpenAPI file as data, one service for the whole folder (a process of its own), and
 * a client that checks every response against the OpenAPI file and records it as reached. Only test/rest imports it.
 *
 * This file: rest/openapi.yaml with its references resolved where a test reads it, and with closed objects.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  contractOf,
  follow,
  type Operation,
  type RawDocument,
  type RawResponse,
  restFile,
} from '../../../src/docs/api-document.ts';

export type { Operation, Parameter, Schema } from '../../../src/docs/api-document.ts';

/**
 * The whole document. Its objects are closed: a response with a field that the document does not name fails the test.
 */
export const definition = close(parse(readFileSync(restFile('openapi.yaml'), 'utf8'))) as RawDocument;

export const { operations } = contractOf(definition);

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]));
  const isOpen = closed.type === 'object' && closed.properties && closed.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** Returns the target of a `{ $ref }`; any other node unchanged. */
export function resolve<Kind extends object>(node: Kind): Kind {
  return follow<Kind>(definition, node);
}

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export function operationOf(id: string): Operation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

/** Returns the document's response; undefined when the operation has no such status. */
export function responseOf({ method, path }: Operation, status: number): RawResponse | undefined {
  const response = definition.paths[path]?.[method.toLowerCase()]?.responses[status];
  return response && follow<RawResponse>(definition, response);
}

/** Every response in the document: `createWorkspace 409 reference_taken`, `getKey 200`. */
export const promisedAnswers: readonly string[] = operations.flatMap(({ id, responses }) =>
  responses.flatMap(({ status, codes }) =>
    (codes.length > 0 ? codes : ['']).map((code) => `${id} ${status} ${code}`.trim()),
  ),
);
