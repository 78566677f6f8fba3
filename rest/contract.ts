/**
 * The OpenAPI file, rest/openapi.yaml, read and checked once at the start.
 *
 * Extensions in the file describe what is special to an operation, so that nothing in rest/ knows a noun. An extension
 * that is unknown, misplaced or invalid stops the start (rest/extensions.ts):
 *
 * - `x-body-limit: { large, values }` of an operation: the limits of its body, where they are not the usual ones. `large`
 *   names its bytes in src/http/bodies/body-limits.ts;
 *   `values` counts objects, lists and scalars of the JSON.
 * - `x-batch: { list, key, refused }` of an operation: the items of the body's `list` are rejected one by one. The
 *   first choice of an item's schema is its valid form. `key` names an item in its result; `refused` holds the fields
 *   of a rejected item's result.
 * - `x-stream: operation` of an operation: its body is a file that is received as it comes. The document makes the place
 *   for it, and the operation that is named, a read by `id`, answers once the file is complete (rest/receive.ts).
 * - `x-download: true` of an operation: its response is a file, which the hook sends as the document has prepared it.
 * - `x-existing: true` of a path parameter: its resource is looked up before the faults of the request are reported, so
 *   404 comes before 422.
 * - `x-fault: true` of a path parameter: a value that breaks its schema is a fault of the request, 422 instead of 404.
 * - `x-message` of a schema: the message of a fault whose keyword would show a pattern.
 * - `x-default` of a schema: what counts where the value is left out; for the documentation. The keyword `default` makes
 *   generators such as openapi-typescript require the field of a request.
 * - `x-omit-null: true` of a field of a response: the field is left out where it is null (rest/omitted-fields.ts).
 * - `x-omit-empty: true` of a list in a response: the field is left out where the list is empty (rest/omitted-fields.ts).
 * - `x-codes` of a response: the error codes it may have; for readers, tests and the documentation.
 *
 * The rest is plain OpenAPI: a query parameter `cursor` makes a page and `per_page` its rows, a query parameter of type
 * array holds values between commas (`explode: false`), one of type object holds a value in each parameter
 * `<name>.<key>`, a second status of success a choice between 200
 * and 201, the header `ETag` of a success an entity tag, the header `Idempotent-Replayed` of a success a response that may repeat an earlier one, the status 204 a
 * response without body. The GraphQL input types decide which names of a body change their spelling
 * (rest/variables.ts).
 *
 * openapi-backend validates the document and compiles a validator for the parameters and one for the body of each
 * operation; its own router is not used, since it compares every path for each request (rest/route.ts).
 */
import { type Document, OpenAPIBackend, type OpenAPIValidator } from 'openapi-backend';
import { type BodyLimits, largeBodies, usualBodyLimits } from '../src/http/bodies/body-limits.ts';
import { type BatchList, readBatchList } from './batch-list.ts';
import type { BodySchema } from './body-schema.ts';
import { headerParameters, tagHeader } from './etags.ts';
import { type BatchExtension, type BodyLimitExtension, extensionFaults } from './extensions.ts';
import { type FieldPath, omittedFields, type ResponseSchema } from './omitted-fields.ts';
import { readDocument } from './read-document.ts';
import { checkInTwo, checkWith, createValidators, type Validate, type Validators } from './validators.ts';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;
export type Method = (typeof methods)[number];

/** One operation of the OpenAPI file, ready to check requests. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Below the version segment: `/books/{book}`. */
  readonly path: string;
  /** The statuses of success: one, or 200 and 201 where the operation may create. */
  readonly successes: readonly [usual: number, ...whenCreated: number[]];
  readonly pathParameters: readonly string[];
  /** Path parameters whose invalid value is a fault of the request (422) instead of an unknown path (404). */
  readonly checkedPathParameters: readonly string[];
  /** Path parameters whose resource must exist before the faults of the request are reported. */
  readonly existingParameters: readonly string[];
  readonly queryParameters: readonly string[];
  /** Query parameters that hold several values, with commas between them. */
  readonly listParameters: readonly string[];
  /** Query parameters that are sent as one parameter for each of their keys: `metadata.order`. */
  readonly objectParameters: readonly string[];
  /** Fields of the response that are left out where they are null, or an empty list. */
  readonly omitted: readonly FieldPath[];
  readonly bodyLimits: BodyLimits;
  /** Whether a success may repeat the response to an earlier request. */
  readonly replayable: boolean;
  /** Request headers that become variables. */
  readonly headerParameters: readonly string[];
  /** Whether a success has the entity tag of its resource. */
  readonly isTagged: boolean;
  /** The body's schema, without references; null when the operation takes none. */
  readonly body: BodySchema | null;
  /** Checks `{path, query}`; path values that are numbers in the OpenAPI file become numbers in place. */
  readonly parameterFaults: Validate;
  /** Checks `{requestBody}`. */
  readonly bodyFaults: Validate;
  /** The operation that answers once the file of the body is received; null where the body is no file. */
  readonly stream: string | null;
  /** Whether the response is a file. */
  readonly isDownload: boolean;
  /** The list of the body whose items are rejected one by one, if there is one. */
  readonly batch: BatchList | null;
}

interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly type?: string };
  readonly 'x-fault'?: boolean;
  readonly 'x-existing'?: boolean;
}

interface ResponseObject {
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema?: ResponseSchema }>>;
}

interface OperationObject {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: BodySchema }>> };
  readonly responses?: Readonly<Record<string, ResponseObject>>;
  readonly 'x-batch'?: BatchExtension;
  readonly 'x-body-limit'?: BodyLimitExtension;
  readonly 'x-stream'?: string;
  readonly 'x-download'?: boolean;
}

/** A success with this header may repeat the response to an earlier request. */
export const replayHeader = 'Idempotent-Replayed';

/** State of the process. Operations by file. Compiling the checks of a file takes 300 ms of processor time. */
const contracts = new Map<string, Promise<readonly Operation[]>>();

/**
 * Reads `openapi.yaml`; rejects when it is no valid OpenAPI document, an operation has no operationId or an extension
 * is invalid. Each file is read once in the life of the process.
 */
export function readContract(file: URL): Promise<readonly Operation[]> {
  const known = contracts.get(file.href) ?? readOperations(file);
  contracts.set(file.href, known);
  return known;
}

async function readOperations(file: URL): Promise<readonly Operation[]> {
  const definition = await readDocument<Document>(file);
  const faults = extensionFaults(definition);
  if (faults.length > 0) throw new Error(`Invalid extensions in the OpenAPI file:\n  ${faults.join('\n  ')}`);
  const api = await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
  const validators = createValidators(api);
  return api.getOperations().map((operation) => readOperation(operation as OperationObject, validators));
}

function readOperation(operation: OperationObject, validators: Validators): Operation {
  const { operationId: id, path, parameters = [], requestBody, responses = {} } = operation;
  const method = methods.find((known) => known === operation.method.toUpperCase());
  if (id === undefined || method === undefined) throw new Error(`${operation.method} ${path} lacks an operationId`);
  // Compiled at its first request: compiling all at the start would take a second.
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
  const successes = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
  const [usual, ...whenCreated] = successes.map(([status]) => Number(status));
  if (usual === undefined) throw new Error(`${id} has no status of success`);
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const hasHeader = (name: string) => successes.some(([, { headers = {} }]) => Object.hasOwn(headers, name));
  const ofType = (type: string) => parameters.filter(({ schema }) => schema?.type === type).map(({ name }) => name);
  return {
    id,
    method,
    path,
    successes: [usual, ...whenCreated],
    pathParameters: named('path'),
    checkedPathParameters: parameters.filter((parameter) => parameter['x-fault']).map(({ name }) => name),
    existingParameters: parameters
      .filter((parameter) => parameter['x-existing'] && parameter.in === 'path')
      .map(({ name }) => name),
    queryParameters: named('query'),
    listParameters: ofType('array'),
    objectParameters: ofType('object'),
    omitted: successes.flatMap(([, { content }]) => omittedFields(content?.['application/json']?.schema ?? {})),
    bodyLimits: limitsOf(operation['x-body-limit']),
    replayable: hasHeader(replayHeader),
    headerParameters: named('header').filter((name) => Object.hasOwn(headerParameters, name)),
    isTagged: hasHeader(tagHeader),
    body,
    // openapi-backend puts the body's validator first, where there is one.
    bodyFaults: body ? (value) => checkInTwo(first(0), () => all(0), value) : noFaults,
    parameterFaults: (value) => all(body ? 1 : 0)(value),
    stream: operation['x-stream'] ?? null,
    isDownload: operation['x-download'] === true,
    batch: body === null ? null : readBatchList(id, operation['x-batch'], body, validators),
  };
}

function limitsOf({ large, values }: BodyLimitExtension = {}): BodyLimits {
  const { bytes, nodes } = usualBodyLimits;
  return { bytes: large === undefined ? bytes : largeBodies[large], nodes: values ?? nodes };
}

const noFaults: Validate = () => [];
