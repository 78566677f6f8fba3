/**
 * The contract: rest/openapi.yaml, read and checked once at boot.
 *
 * openapi-backend validates the document and compiles a validator for the parameters and one for the body of each
 * operation; its own router is left aside, since it compares every path anew for each request (rest/route.ts).
 */
import { readFile } from 'node:fs/promises';
import {
  type Document,
  OpenAPIBackend,
  OpenAPIValidator,
  ValidationContext,
  type ValidationResult,
} from 'openapi-backend';
import { parse } from 'yaml';
import { readTimestamp } from '../src/timestamp.ts';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;
export type Method = (typeof methods)[number];

/** Values of a body up to which all of its faults are looked for; of a larger one, only the first fault is named. */
const thoroughNodes = 10_000;

/** What Ajv found; `verbose`, so that each carries its schema and the value. */
export type SchemaFault = NonNullable<ValidationResult['errors']>[number];
type Validate = (value: unknown) => readonly SchemaFault[];

/** One operation of the contract, ready to check requests. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Below the version segment: `/workspaces/{workspace}`. */
  readonly path: string;
  /** The statuses of success: one, or 200 and 201 where the operation may create. */
  readonly successes: readonly number[];
  readonly pathParameters: readonly string[];
  /** Path parameters whose broken pattern is a fault of the request (422), not an address of nothing (404). */
  readonly checkedPathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  /** The body's schema, without references; null when it takes none. */
  readonly body: BodySchema | null;
  /** Checks `{path, query}`; path values that are numbers in the contract become numbers in place. */
  readonly parameterFaults: Validate;
  /** Checks `{requestBody}`. */
  readonly bodyFaults: Validate;
  /** The list of the body whose items are refused each on its own, where there is one. */
  readonly batch: BatchList | null;
}

export interface BatchList {
  readonly name: string;
  /** Checks `{item}`. */
  readonly itemFaults: Validate;
}

/** The part of a schema that is held against the GraphQL input types at boot. */
export interface BodySchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
}

interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly 'x-fault'?: boolean;
}

interface OperationObject {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: BodySchema }>> };
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly 'x-batch'?: string;
}

/** Characters are code points, of which a UTF-16 text has half as many as units at the least. */
const lengthKeywords: readonly (readonly [keyword: string, fits: (text: string, limit: number) => boolean])[] = [
  ['minLength', (text, limit) => text.length >= 2 * limit || [...text].length >= limit],
  ['maxLength', (text, limit) => text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit)],
];

/** Reads `openapi.yaml`; rejects when it is no valid OpenAPI document or an operation has no operationId. */
export async function readContract(file: URL): Promise<readonly Operation[]> {
  const definition: Document = parse(await readFile(file, 'utf8'));
  const api = await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
  const validatorOf = (allErrors: boolean) =>
    new OpenAPIValidator({
      definition: api.definition,
      router: api.router,
      // Answers are checked by the tests; here only the checks of requests are compiled.
      lazyCompileValidators: true,
      ajvOpts: { strict: false, allErrors, verbose: true },
      customizeAjv: (ajv) => {
        ajv.addFormat('date-time', (text) => readTimestamp(text) !== null);
        // Ajv's own would walk through a text of 32 MiB to count its characters.
        for (const [keyword, fits] of lengthKeywords) {
          const compile = (limit: number) => (text: string) => fits(text, limit);
          ajv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', compile });
        }
        // Left to the verbs, which know them better than a pattern.
        for (const format of ['email', 'uri', 'uuid', 'hostname']) ajv.addFormat(format, true);
        return ajv;
      },
    });
  const validators: Validators = { first: validatorOf(false), all: validatorOf(true) };
  return api.getOperations().map((operation) => readOperation(operation as OperationObject, validators));
}

/** Checks that stop at the first fault, and checks that find all. */
interface Validators {
  readonly first: OpenAPIValidator;
  readonly all: OpenAPIValidator;
}

function readOperation(operation: OperationObject, validators: Validators): Operation {
  const { operationId: id, path, parameters = [], requestBody, responses = {} } = operation;
  const method = methods.find((known) => known === operation.method.toUpperCase());
  if (id === undefined || method === undefined) throw new Error(`${operation.method} ${path} lacks an operationId`);
  // Compiled at its first request: all of them at boot would take a second of every start.
  const compile = (validator: OpenAPIValidator) => {
    let compiled: readonly Validate[] | null = null;
    return (position: number): Validate => {
      compiled ??= validator.getRequestValidatorsForOperation(id).map(checkWith);
      const check = compiled[position];
      if (!check) throw new Error(`${id} has no validator`);
      return check;
    };
  };
  const first = compile(validators.first);
  const all = compile(validators.all);
  const body = requestBody?.content['application/json']?.schema ?? null;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  return {
    id,
    method,
    path,
    successes: Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 200 && status < 300),
    pathParameters: named('path'),
    checkedPathParameters: parameters.filter((parameter) => parameter['x-fault']).map(({ name }) => name),
    queryParameters: named('query'),
    body,
    // openapi-backend puts the body's validator first, where there is one.
    bodyFaults: requestBody ? (value) => checkInTwo(first(0), () => all(0), value) : noFaults,
    parameterFaults: (value) => all(requestBody ? 1 : 0)(value),
    batch: body === null ? null : readBatch(operation['x-batch'], body, validators),
  };
}

function readBatch(name: string | undefined, body: BodySchema, { first, all }: Validators): BatchList | null {
  if (name === undefined) return null;
  const item = body.properties?.[name]?.items?.anyOf?.[0];
  if (!item) throw new Error(`${name} is no list of a batch`);
  const compile = (validator: OpenAPIValidator) =>
    checkWith(validator.getAjv(ValidationContext.RequestBody).compile({ type: 'object', properties: { item } }));
  const firstFault = compile(first);
  const allFaults = compile(all);
  return { name, itemFaults: (value) => checkInTwo(firstFault, () => allFaults, value) };
}

/** All faults of what is small; the first of what is not, since a hundred thousand faults take as many objects. */
function checkInTwo(first: Validate, all: () => Validate, value: unknown): readonly SchemaFault[] {
  const found = first(value);
  return found.length === 0 || !hasFewNodes(value) ? found : all()(value);
}

function hasFewNodes(value: unknown): boolean {
  const open = [value];
  for (let nodes = 0; open.length > 0; ) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    nodes += inner.length;
    if (nodes > thoroughNodes) return false;
    open.push(...inner);
  }
  return true;
}

function checkWith(check: ReturnType<OpenAPIValidator['getRequestValidatorsForOperation']>[number]): Validate {
  return (value) => {
    check(value);
    return check.errors ?? [];
  };
}

const noFaults: Validate = () => [];
