/** What a GraphQL request sends: its document, variables and the name of the operation, bounded before it is parsed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLParams } from 'graphql-yoga';
import { readJson } from '../../../rest/read-json.ts';
import { DomainError, type ErrorCode, invalid } from '../../errors.ts';
import { jsonBytes } from '../../json-bytes.ts';
import type { BodyRoom } from '../body-room.ts';
import { readBody } from '../read-body.ts';
import { documentNesting } from './document-nesting.ts';
import { bodyBytesMax, bodyNodesMax, extensionsBytesMax, graphqlLimits, operationNameMax } from './graphql-limits.ts';
import { refusal } from './refusal.ts';

export interface SentParams {
  readonly params: GraphQLParams;
  readonly bodyBytes: number;
}

/** Where the bytes of a body are counted, and the response at whose end they are given back. */
export interface BodyPlace {
  readonly platformId: string;
  readonly room: BodyRoom;
  readonly holder: ServerResponse;
}

/** Reads the body of a POST. Throws a refusal with its status. */
export async function readPosted(request: IncomingMessage, place: BodyPlace): Promise<SentParams> {
  // A form is sent by any page without asking; JSON is not.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw refusal(new DomainError('validation_failed', 'The body must be sent as application/json.'), 415);
  }
  return asRefusal(async () => {
    const { body, bytes } = await readJsonBody(request, place);
    return { params: checkParams(body), bodyBytes: bytes };
  });
}

/** The one place that reads a body. */
async function readJsonBody(
  request: IncomingMessage,
  { holder, ...place }: BodyPlace,
): Promise<{ readonly body: object; readonly bytes: number }> {
  const { bytes, release } = await readBody(request, { ...place, limit: bodyBytesMax });
  if (holder.destroyed) release();
  else holder.once('close', release);
  const headers = { ...request.headers, 'content-type': 'application/json' };
  // Reading takes the bytes over, so they are counted before.
  const { length } = bytes;
  return { body: await readJson(bytes, headers, bodyNodesMax), bytes: length };
}

/** Reads the query string of a GET, which Node bounds with the other headers. */
export async function readQueryString(url: string): Promise<SentParams> {
  const { searchParams } = new URL(url, 'http://localhost');
  return asRefusal(async () => {
    const json = async (name: string) => {
      const text = searchParams.get(name);
      return text === null ? undefined : await readJson(Buffer.from(text), { 'content-type': 'application/json' });
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

/** Yoga checks the types of what is left. */
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

/** Of refused bodies, where it is not 400. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = { payload_too_large: 413, request_timeout: 408 };

async function asRefusal<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'unavailable') throw error;
    throw refusal(error, statuses[error.code] ?? 400);
  }
}
