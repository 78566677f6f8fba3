/**
 * rest/openapi.yaml for the documentation and the tests of REST: operations in the order of the file, references
 * resolved on demand.
 */
import { readDocument } from '../../rest/read-document.ts';

/** A schema of OpenAPI 3.0, as far as the file uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly 'x-default'?: unknown;
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
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ApiResponse {
  readonly status: number;
  readonly description: string;
  /** Error codes; empty for a success. */
  readonly codes: readonly string[];
  /** Null when the response has no body. */
  readonly schema: Schema | null;
}

export interface Operation {
  readonly id: string;
  /** Last segment of its page's path: `emit-event`. */
  readonly slug: string;
  readonly tag: string;
  readonly method: string;
  /** Below the version segment: `/workspaces/{workspace}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly responses: readonly ApiResponse[];
}

/** The YAML document itself. */
export interface RawDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, RawResponse | Reference>>;
}

export interface RawResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly 'x-codes'?: readonly string[];
  readonly content?: Content;
}

export interface Reference {
  readonly $ref: string;
}

export interface Content {
  /** Absent: the body is a file. */
  readonly 'application/json'?: { readonly schema: Schema; readonly examples?: object };
}

export interface Contract {
  readonly document: RawDocument;
  readonly operations: readonly Operation[];
  /** The schema without `$ref` and `allOf` at its top. */
  readonly resolve: (schema: Schema) => Schema;
}

/** Folder of openapi.yaml and of the recorded examples. */
export const restFile = (name: string) => new URL(`../../rest/${name}`, import.meta.url);

export async function readContract(): Promise<Contract> {
  return contractOf(await readDocument(restFile('openapi.yaml')));
}

export function contractOf(document: RawDocument): Contract {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(document, path, method, raw)),
  );
  return { document, operations, resolve: (schema) => resolveSchema(document, schema) };
}

/** `emitEvent` becomes `emit-event`. */
export function slugOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function operationOf(document: RawDocument, path: string, method: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    slug: slugOf(raw.operationId),
    tag: raw.tags[0],
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    parameters: (raw.parameters ?? []).map((parameter) => follow<Parameter>(document, parameter)),
    body: raw.requestBody?.content['application/json']?.schema ?? null,
    responses: Object.entries(raw.responses).map(([status, response]) => {
      const { description, content, 'x-codes': codes = [] } = follow<RawResponse>(document, response);
      return { status: Number(status), description, codes, schema: content?.['application/json']?.schema ?? null };
    }),
  };
}

/** Returns the target of a `$ref` of this file; any other `object` unchanged. */
export function follow<Target extends object>(document: RawDocument, object: Target | Reference): Target {
  if (!('$ref' in object) || typeof object.$ref !== 'string') return object as Target;
  const [, , kind = '', name = ''] = object.$ref.split('/');
  const target = document.components[kind]?.[name];
  if (!target) throw new Error(`openapi.yaml has no ${object.$ref}`);
  return follow(document, target as Target);
}

function resolveSchema(document: RawDocument, schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema;
  if ($ref !== undefined) return resolveSchema(document, follow<Schema>(document, { $ref }));
  if (allOf === undefined) return schema;
  return Object.assign({}, ...allOf.map((part) => resolveSchema(document, part)), own);
}
