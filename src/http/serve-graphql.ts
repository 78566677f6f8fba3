/** GraphQL over HTTP: who asks and how often, what may be asked, and what is told of errors. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { useDisableIntrospection as disableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { schema } from '../../schema/index.ts';
import type { App, Viewer } from '../context.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { DomainError } from '../errors.ts';
import { takeRequestToken } from '../platforms/request-limit.ts';
import { authenticate } from './authenticate.ts';
import { boundAnswer } from './graphql/bound-answer.ts';
import { graphiqlPage } from './graphql/graphiql-page.ts';
import { createDocumentCache, keepDocuments } from './graphql/keep-documents.ts';
import { limitDocument } from './graphql/limit-document.ts';
import { limitOperation, type Sender } from './graphql/limit-operation.ts';
import { noteFacts } from './graphql/note-facts.ts';
import { readPosted, readQueryString } from './graphql/read-params.ts';
import { refusal, requestFault } from './graphql/refusal.ts';
import type { RequestFacts } from './request-facts.ts';

/** Seconds until a client should try again while the database is out of reach. */
const unavailableRetryAfter = 2;

/** What the server hands over with a request. */
interface Exchange {
  readonly requestId: string;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** For the log. */
  readonly facts: RequestFacts;
  /** Set once it is known. */
  viewer?: Viewer;
  bodyBytes?: number;
}

/** Answers requests for /graphql. */
export function createGraphql(app: App) {
  const { production } = app.config;
  return createYoga<Exchange, Sender>({
    schema,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // Bodies are read by readPosted, documents kept by keepDocuments: both are bounded in bytes.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error: unknown) => showError(app, error) },
    plugins: [
      ...(production ? [] : [graphiqlPage(app)]),
      admission(app),
      keepDocuments(createDocumentCache()),
      ...limitDocument(production),
      limitOperation(),
      boundAnswer(app.publicUrl),
      noteFacts(),
      disableIntrospection({ isDisabled: () => production }),
    ],
    context: ({ viewer, bodyBytes = 0, response }) => {
      if (!viewer) throw new Error('A GraphQL request was not admitted');
      return { ...viewer, bodyBytes, takeTokens: (count) => takeTokens(app, viewer, response, count) };
    },
  });
}

/**
 * Who asks is known before anything of the request is read. Bodies are read as REST reads them, so form posts and
 * batches are refused. In production there is no GET: a query in an address ends up in the logs of proxies.
 */
function admission(app: App): Plugin<object, Exchange> {
  return {
    async onRequestParse({ request, serverContext, setRequestParser }) {
      // First, so that every answer to a valid key has the headers of its limit.
      const viewer = await admit(app, request.headers, serverContext);
      serverContext.viewer = viewer;
      if (request.method !== 'POST' && (app.config.production || request.method !== 'GET')) {
        throw refusal(new DomainError('method_not_allowed'), 405, { Allow: 'POST' });
      }
      const { incoming, response } = serverContext;
      // What is made of a body lives until the response is sent.
      const place = { platformId: viewer.platformId ?? 'operator', room: app.parts.bodyRoom, holder: response };
      setRequestParser(async () => {
        const read = request.method === 'POST' ? readPosted(incoming, place) : readQueryString(incoming.url ?? '');
        const { params, bodyBytes } = await read.catch((error) => {
          // A client that goes while it sends is no fault of ours.
          throw incoming.readableAborted ? refusal(new DomainError('validation_failed'), 400) : error;
        });
        serverContext.bodyBytes = bodyBytes;
        return params;
      });
    },
  };
}

/** Who asks, once a token of their request limit is taken; throws `unauthenticated` or `rate_limited`. */
export async function admit(
  app: App,
  headers: Headers,
  { requestId, response }: Pick<Exchange, 'requestId' | 'response'>,
): Promise<Viewer> {
  const viewer = await authenticate(app, {
    authorization: headers.get('authorization') ?? undefined,
    platform: headers.get('tidings-platform') ?? undefined,
    requestId,
  });
  await takeTokens(app, viewer, response, 1);
  return viewer;
}

/** Takes so many tokens of the platform's request limit, or none and throws `rate_limited`. An operator has no limit. */
async function takeTokens(app: App, viewer: Viewer, response: ServerResponse, count: number): Promise<void> {
  if (viewer.operator || viewer.platformId === null) return;
  const allowance = await takeRequestToken(app, viewer.platformId, count);
  const { allowed, limit, remaining, resetSeconds, retryAfter } = allowance;
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', Math.ceil(resetSeconds));
  if (!allowed) throw new DomainError('rate_limited', undefined, { retryAfter });
}

/** A refusal with its code, paths and page; anything else is masked and logged. */
function showError(app: App, error: unknown): Error {
  const original = originalOf(error);
  if (error instanceof GraphQLError && original === null) {
    return asRequestFault(app.config.production ? withoutHints(error) : error);
  }
  const shown =
    original instanceof DomainError
      ? original
      : new DomainError(isUnavailable(original) ? 'unavailable' : 'internal_error');
  if (shown.code === 'unavailable' && shown !== original) {
    app.log.warn({ err: original }, 'the database could not serve a GraphQL operation');
  }
  if (shown.code === 'internal_error') app.log.error({ err: original }, 'a GraphQL operation failed');
  const { code, message, details } = shown;
  return new GraphQLError(message, {
    path: error instanceof GraphQLError ? (error.path ?? null) : null,
    nodes: error instanceof GraphQLError ? (error.nodes ?? null) : null,
    extensions: { code, ...details, ...httpOf(shown) },
  });
}

/** What a resolver threw; null for what GraphQL itself says, which may wrap what GraphQL said of a value. */
function originalOf(error: unknown): unknown {
  let original = error;
  while (original instanceof GraphQLError) original = original.originalError ?? null;
  return original;
}

/** What concerns the request as a whole is said by its status; what one field refuses is not. */
function httpOf({ code, details }: DomainError) {
  switch (code) {
    case 'unauthenticated':
      return { http: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } } };
    case 'rate_limited':
      return { http: { status: 429, headers: { 'Retry-After': String(Math.ceil(details.retryAfter ?? 1)) } } };
    case 'unavailable':
      return { http: { status: 503, headers: { 'Retry-After': String(unavailableRetryAfter) } } };
    default:
      return {};
  }
}

/** Suggestions spell out the schema to whoever guesses at it: those about variables, which no rule words. */
function withoutHints(error: GraphQLError): GraphQLError {
  const hint = error.message.endsWith('?') ? error.message.indexOf('Did you mean ') : -1;
  if (hint !== -1) error.message = error.message.slice(0, hint).trimEnd();
  return error;
}

/** A limit stops the reading of a document by throwing, with neither code nor status. */
function asRequestFault(error: GraphQLError): GraphQLError {
  if (error.path !== undefined || error.extensions.code !== undefined) return error;
  const { message, nodes = null } = error;
  return new GraphQLError(message, { nodes, extensions: requestFault });
}
