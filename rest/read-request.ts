/**
 * Reads the parts of a request and checks them against the OpenAPI file, in the order of checks
 * (docs/rules.md#order-of-checks).
 */
import type { IncomingMessage } from 'node:http';
import { DomainError, type FieldErrors, invalid } from '../src/ground/errors/errors.ts';
import { pageSize } from '../src/ground/lists/keyset.ts';
import type { BodyLimits } from '../src/http/bodies/body-limits.ts';
import type { JsonBody } from '../src/http/bodies/read-json-body.ts';
import type { ReleaseRoom } from '../src/http/request-room.ts';
import type { Method, Operation } from './contract.ts';
import { type PageArguments, readCursor } from './cursor.ts';
import { headerParameters, readIfMatch } from './etags.ts';
import { openapiFaults, partOf } from './openapi-faults.ts';
import type { Match, Route } from './route.ts';
import type { PathGuide } from './unknown-path.ts';

/** The message for a path that ends with a slash (docs/rules.md#references). */
const slashAtEnd = 'No path has a slash at its end. Send the request to the path without it.';

/** Of a fragment, which is the client's own. */
const fragment = 'The path has a `#`, which is not sent to a server. Encode it as `%23`.';
/** The message for a path with an empty part, such as an empty variable leaves. */
const emptyPart = 'The path has two slashes in a row: the part between them is empty.';

/** Bytes of a body that says nothing, `{}` or `null`; the shortest object with a field has six. */
const emptyBody = 4;

/** Methods whose body has no meaning (RFC 9110) and is not read. */
const bodiless: readonly Method[] = ['DELETE', 'GET'];

/** The operation and the parameters of a request. */
export interface RequestTarget {
  readonly operation: Operation;
  /** Absolute URL without query. */
  readonly url: string;
  /** Path parameters, numbers where the OpenAPI file has numbers. */
  readonly path: Readonly<Record<string, string | number>>;
  readonly query: URLSearchParams;
  /**
   * The query's values as the OpenAPI file has them: numbers, and lists of values between commas or in several parameters;
   * and those of headers (rest/etags.ts).
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** Faults of parameters, reported together with those of the body. */
  readonly faults: FieldErrors;
}

export interface Input {
  /** Undefined when the request has no body. */
  readonly body: object | undefined;
  readonly page: PageArguments | null;
  /** Empty when the request fits the OpenAPI file. */
  readonly faults: FieldErrors;
  /** Call when the work on the request is done, successful or not. */
  readonly releaseRoom: ReleaseRoom;
}

export interface Addresses {
  readonly route: Route;
  readonly guide: PathGuide;
  readonly origin: string;
  readonly basePath: string;
}

/** Finds the operation of a request; throws `not_found`, or `method_not_allowed` with the methods of the path. */
export function findTarget(
  request: IncomingMessage,
  { route, guide, origin, basePath }: Addresses,
): RequestTarget | Extract<Match, { operation: null }> {
  const [pathname = '', search = ''] = splitOnce(request.url ?? '', '?');
  // No client sends one (RFC 9112, section 3.2). The router would cut it off, and a link would lead elsewhere.
  if (pathname.includes('#')) throw new DomainError('not_found', fragment);
  // The router would match an empty parameter.
  if (pathname.endsWith('/')) throw new DomainError('not_found', slashAtEnd);
  if (pathname.includes('//')) throw new DomainError('not_found', emptyPart);
  const path = pathname.slice(basePath.length);
  const match = path === '' ? null : route(request.method ?? '', path);
  if (match === null) throw new DomainError('not_found', guide.explain(path));
  if (match.operation === null) return match;
  const query = new URLSearchParams(search);
  const { values, faults, ...parameters } = checkParameters(match, query);
  const conditions = readConditions(match.operation, request);
  return {
    operation: match.operation,
    url: origin + pathname,
    query,
    ...parameters,
    values: { ...values, ...conditions.values },
    faults: { ...conditions.faults, ...faults },
  };
}

/** What headers say that are parameters too. */
function readConditions({ headerParameters: names }: Operation, { headers }: IncomingMessage) {
  const header = headers['if-match'];
  const name = headerParameters['If-Match'];
  if (header === undefined || name === undefined || !names.includes('If-Match')) return { values: {}, faults: {} };
  const read = readIfMatch(header);
  return 'faults' in read ? { values: {}, faults: read.faults } : { values: { [name]: read.etags }, faults: {} };
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function checkParameters({ operation, path: given }: Extract<Match, { operation: Operation }>, query: URLSearchParams) {
  const path: Record<string, string | number> = { ...given };
  const values = valuesOf(operation, query);
  const found = operation.parameterFaults({ path, query: values });
  const inPath = openapiFaults(found.filter((fault) => partOf(fault) === 'path'));
  for (const [name, text] of Object.entries(given)) {
    // `1.0` and `01` would be read as 1: each resource has one path.
    const asSent = String(path[name]) === text && !text.includes('\u0000');
    const message = inPath[name]?.[0] ?? (asSent ? null : 'is not written as ids and names are');
    if (message !== null && !operation.checkedPathParameters.includes(name)) {
      throw new DomainError('not_found', `Nothing can be at this path: \`${name}\` ${message}.`);
    }
  }
  const inQuery = openapiFaults(found.filter((fault) => partOf(fault) === 'query'));
  return {
    path,
    values,
    faults: { ...inPath, ...oddNumbers(values, query), ...inQuery, ...repeatedParameters(operation, query) },
  };
}

function valuesOf(
  { listParameters, objectParameters }: Operation,
  query: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const read = (name: string) =>
    listParameters.includes(name) ? query.getAll(name).flatMap((value) => value.split(',')) : query.get(name);
  const names = new Set(query.keys());
  const objects = objectParameters.flatMap((object) => {
    const own = [...names].filter((name) => name.startsWith(`${object}.`));
    for (const name of own) names.delete(name);
    const pairs = own.map((name) => [name.slice(object.length + 1), query.get(name)]);
    return own.length === 0 ? [] : [[object, Object.fromEntries(pairs)] as const];
  });
  return Object.fromEntries([...[...names].map((name) => [name, read(name)] as const), ...objects]);
}

/** `1e2` and ` 50` would be read as numbers. */
function oddNumbers(values: Readonly<Record<string, unknown>>, query: URLSearchParams): FieldErrors {
  const odd = Object.keys(values).filter(
    (name) => typeof values[name] === 'number' && query.get(name) !== String(values[name]),
  );
  return Object.fromEntries(odd.map((name) => [name, ['must be written in digits']]));
}

function repeatedParameters({ listParameters }: Operation, query: URLSearchParams): FieldErrors {
  const faults: Record<string, readonly string[]> = {};
  const seen = new Set<string>();
  for (const [name, value] of query) {
    if (seen.has(name) && !listParameters.includes(name)) faults[name] = ['must be given once'];
    if (value.includes('\u0000')) faults[name] = ['must not hold U+0000'];
    seen.add(name);
  }
  return faults;
}

/** Reads and checks the body. Rejects with the errors of `readBody`; returns faults of fields. */
export async function readInput(
  target: RequestTarget,
  { request }: { readonly request: IncomingMessage },
  readBody: (limits: BodyLimits) => Promise<JsonBody>,
): Promise<Input> {
  const { method, bodyLimits, stream } = target.operation;
  if (method === 'GET') refuseBody(request);
  if (bodiless.includes(method) || stream !== null) return checkInput(target, undefined, () => {});
  const { value, release } = await readBody(bodyLimits);
  try {
    return checkInput(target, value, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A body of a GET is meant as a filter; ignored, it would return every row. `{}` and `null` have no effect either way. */
function refuseBody({ headers }: IncomingMessage): void {
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : emptyBody + 1;
  if (length > emptyBody) throw invalid({ body: ['must not be sent with GET; filters are query parameters'] });
}

function checkInput(
  { operation, query, values, faults }: RequestTarget,
  body: object | undefined,
  releaseRoom: ReleaseRoom,
): Input {
  const { per_page: rows = pageSize } = values;
  const isPage = operation.queryParameters.includes('cursor');
  const page = isPage ? readCursor(query.get('cursor') ?? undefined, Number(rows)) : undefined;
  return {
    body,
    page: page ?? null,
    faults: {
      ...faults,
      ...(page === null ? { cursor: ['is not a cursor of this list'] } : {}),
      ...checkBody(operation, body),
    },
    releaseRoom,
  };
}

function checkBody(operation: Operation, body: object | undefined): FieldErrors {
  if (operation.body !== null) {
    const missing = body === undefined ? { body: ['is required: a JSON object'] } : {};
    return { ...missing, ...openapiFaults(operation.bodyFaults({ requestBody: body ?? {} })) };
  }
  // An operation without a body would ignore the fields silently.
  return Object.fromEntries(Object.keys(body ?? {}).map((name) => [name, ['is not a known field']]));
}
