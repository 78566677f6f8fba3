/**
 * Reads the document, the variables and the operation's name of a GraphQL request, bounded before the document is
 * parsed.
 */
import type { GraphQLParams } from 'graphql-yoga';
import type { Viewer } from '../../context.ts';
import { requestFaults } from '../../ground/errors/error-status.ts';
import { DomainError, invalid } from '../../ground/errors/errors.ts';
import { jsonBytes } from '../../ground/json-bytes.ts';
import { jsonTypeFault } from '../bodies/json-type.ts';
import type { Door } from '../door.ts';
import type { Exchange } from '../exchange.ts';
import { readJson } from '../json/read-json.ts';
import { refusal } from './error-http.ts';
import { documentNesting } from './limits/document-nesting.ts';
import { bodyLimitsMax, extensionsBytesMax, graphqlLimits, operationNameMax } from './limits/graphql-limits.ts';

export interface SentParams {
  readonly params: GraphQLParams;
  readonly bodyBytes: number;
}

const jsonHeaders = { 'content-type': 'application/json' } as const;

/** Reads the body of a POST. Throws a rejection with its status. */
export async function readPosted(door: Door, exchange: Exchange, viewer: Viewer): Promise<SentParams> {
  const { request, response } = exchange;
  // Any page can send a form to another site; JSON needs that site's permission (CORS).
  if (jsonTypeFault(request.headers['content-type']) !== null) {
    const { code, status } = requestFaults.notJson;
    throw refusal(new DomainError(code, 'The body must be sent as application/json, in UTF-8.'), { status });
  }
  return asRefusal(async () => {
    const { value, bytes, release } = await door.readBody(exchange, viewer, bodyLimitsMax);
    // The parsed body lives until the response is sent.
    if (response.destroyed) release();
    else response.once('close', release);
    // A request without a body gets the error of an empty body.
    if (bytes === 0) await readJson(Buffer.alloc(0), jsonHeaders);
    if (value === undefined) throw invalid({ body: ['must be a JSON object'] });
    return { params: checkParams(value), bodyBytes: bytes };
  });
}

/** Reads the query string of a GET, whose length Node limits together with the headers. */
export async function readQueryString(url: string): Promise<SentParams> {
  const { searchParams } = new URL(url, 'http://localhost');
  return asRefusal(async () => {
    const json = async (name: string) => {
      const text = searchParams.get(name);
      return text === null ? undefined : await readJson(Buffer.from(text), jsonHeaders);
    };
    const params = {
      query: searchParams.get('query') ?? undefined,
      operationName: searchParams.get('operationName') ?? undefined,
      variables: (await json('variables')) as GraphQLParams['variables'],
      extensions: (await json('extensions')) as GraphQLParams['extensions'],
    };
    return { params: checkParams(params), bodyBytes: Buffer.byteLength(url) };
  });
}

const known = new Set(['query', 'variables', 'operationName', 'extensions']);

/** Yoga checks the types of the remaining parameters. */
function checkParams(params: object): GraphQLParams {
  const unknown = Object.keys(params).find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid({ [shorten(unknown)]: ['is not a known field'] });
  const { query, operationName, extensions }: GraphQLParams = params;
  if (typeof query === 'string' && isOver(query, graphqlLimits.documentBytes)) {
    throw invalid({ query: [`must have at most ${graphqlLimits.documentBytes.toLocaleString('en')} bytes`] });
  }
  if (typeof query === 'string' && documentNesting(query, graphqlLimits.nesting) > graphqlLimits.nesting) {
    throw invalid({ query: [`must not have brackets more than ${graphqlLimits.nesting} levels deep`] });
  }
  if (typeof operationName === 'string' && operationName.length > operationNameMax) {
    throw invalid({ operationName: [`must have at most ${operationNameMax} characters`] });
  }
  if (extensions != null && jsonBytes(extensions, extensionsBytesMax) > extensionsBytesMax) {
    throw invalid({ extensions: [`must have at most ${extensionsBytesMax.toLocaleString('en')} bytes`] });
  }
  return params;
}

function isOver(text: string, bytes: number): boolean {
  return text.length > bytes || Buffer.byteLength(text) > bytes;
}

function shorten(key: string): string {
  return key.length > 64 ? `${key.slice(0, 64)}…` : key;
}

async function asRefusal<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof DomainError ? refusal(error) : error;
  }
}
