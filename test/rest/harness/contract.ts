/**
 * What the tests of REST stand on: the contract as data, one service for the whole folder (a process of its own), and a
 * client that holds every answer against the contract and takes down what it reached. Only test/rest imports it.
 *
 * This file: rest/openapi.yaml with its references resolved where a test walks, and closed where the service answers.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A JSON schema as OpenAPI 3.0 has it; only what the tests walk. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
  readonly 'x-codes'?: readonly string[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** `/workspaces/{workspace}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Null when it takes none. */
  readonly body: Schema | null;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

type Tree = { readonly [key: string]: Tree };

const text = readFileSync(new URL('../../../rest/openapi.yaml', import.meta.url), 'utf8');

/** The whole document. Its objects are closed: an answer with a field that the contract does not name is a fault. */
export const definition = close(parse(text)) as Tree;

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]));
  const isOpen = closed.type === 'object' && closed.properties && closed.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** What `{ $ref }` stands for; anything else is itself. */
export function resolve<Kind>(node: Kind): Kind {
  const { $ref } = Object(node);
  if (typeof $ref !== 'string') return node;
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<Tree | undefined>((at, key) => at?.[key], definition);
  if (found === undefined) throw new Error(`${$ref} leads nowhere`);
  return resolve(found) as Kind;
}

export const operations: readonly Operation[] = Object.entries(definition.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation)),
);

// biome-ignore lint/suspicious/noExplicitAny: the document is checked by contract.test.ts; here it is read.
function readOperation(method: string, path: string, operation: any): Operation {
  const responses: Record<string, ResponseObject> = operation.responses;
  return {
    id: operation.operationId,
    method,
    path,
    parameters: (operation.parameters ?? []).map(resolve),
    body: operation.requestBody?.content['application/json'].schema ?? null,
    responses: Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, resolve(response)])),
  };
}

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export function operationOf(id: string): Operation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

/** Every answer that the contract promises: `createWorkspace 409 reference_taken`, `getKey 200`. */
export const promisedAnswers: readonly string[] = operations.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, response]) =>
    (response['x-codes'] ?? ['']).map((code) => `${id} ${status} ${code}`.trim()),
  ),
);
