/** What a GraphQL request sends: its document, variables and the name of the operation, bounded before it is parsed. */
import type { IncomingMessage } from 'node:http';
import type { GraphQLParams } from 'graphql-yoga';
import { readBody } from '../../rest/read-body.ts';
import { readJson } from '../../rest/read-json.ts';
import { DomainError, invalid } from '../errors.ts';
import { jsonBytes } from '../json-bytes.ts';
import { bodyBytesMax, extensionsBytesMax, graphqlLimits, operationNameMax } from './graphql-limits.ts';
import { refusal } from './refusal.ts';

export interface SentParams {
  readonly params: GraphQLParams;
  readonly bodyBytes: number;
}

/** Reads the body of a POST. Throws a refusal with its status. */
export async function readPosted(request: IncomingMessage): Promise<SentParams> {
  // A form is sent by any page without asking; JSON is not.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw refusal(new DomainError('validation_failed', 'The body must be sent as application/json.'), 415);
  }
  return asRefusal(async () => {
    const { body, bytes } = await readJsonBody(request);
    return { params: checkParams(body), bodyBytes: bytes };
  });
}

/** The one place that reads a body. */
async function readJsonBody(request: IncomingMessage): Promise<{ readonly body: object; readonly bytes: number }> {
  const bytes = await readBody(request, bodyBytesMax);
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { body: readJson(bytes, headers), bytes: bytes.length };
}

/** Reads the query string of a GET, which Node bounds with the other headers. */
export async function readQueryString(url: string): Promise<SentParams> {
  const { searchParams } = new URL(url, 'http://localhost');
  return asRefusal(async () => {
    const json = (name: string) => {
      const text = searchParams.get(name);
      return text === null ? undefined : readJson(Buffer.from(text), { 'content-type': 'application/json' });
    };
    const params = {
      query: searchParams.get('query') ?? undefined,
      operationName: searchParams.get('operationName') ?? undefined,
      variables: json('variables'),
      extensions: json('extensions'),
    };
    return { params: checkParams(params), bodyBytes: Buffer.byteLength(url) };
  });
}

const known = new Set(['query', 'variables', 'operationName', 'extensions']);

/** Yoga checks the types of what is left. */
function checkParams(params: object): GraphQLParams {
  const unknown = Object.keys(params).find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid({ [shorten(unknown)]: ['is not a known field'] });
  const { query, operationName, extensions }: GraphQLParams = params;
  if (typeof query === 'string' && isOver(query, graphqlLimits.documentBytes)) {
    throw invalid({ query: [`must have at most ${graphqlLimits.documentBytes.toLocaleString('en')} bytes`] });
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
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'unavailable') throw error;
    throw refusal(error, error.code === 'payload_too_large' ? 413 : 400);
  }
}
