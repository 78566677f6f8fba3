/** GraphQL over HTTP: what may be asked, and how errors are shown. Who may ask is the door's. */
import { useDisableIntrospection as disableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { schema } from '../../schema/index.ts';
import type { App, Viewer } from '../context.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import { boundAnswer } from './graphql/bound-answer.ts';
import { graphiqlPage } from './graphql/graphiql-page.ts';
import { createDocumentCache, keepDocuments } from './graphql/keep-documents.ts';
import { limitDocument } from './graphql/limit-document.ts';
import { limitOperation, type Sender } from './graphql/limit-operation.ts';
import { noteFacts } from './graphql/note-facts.ts';
import { readPosted, readQueryString } from './graphql/read-params.ts';
import { httpOf, refusal, requestFault } from './graphql/refusal.ts';
import { takeRoom } from './request-room.ts';

/** What the server hands over with a request. */
interface Handed {
  readonly exchange: Exchange;
  /** Set once it is known. */
  viewer?: Viewer;
  bodyBytes?: number;
}

/** Answers requests for /graphql. */
export function createGraphql(app: App, door: Door) {
  const { production } = app.config;
  const yoga = createYoga<Handed, Sender>({
    schema,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // Bodies are read by readPosted, documents kept by keepDocuments: both are bounded in bytes.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error: unknown) => showError(door, error, production) },
    plugins: [
      ...(production ? [] : [graphiqlPage(app)]),
      admission(door, production),
      keepDocuments(createDocumentCache()),
      ...limitDocument(production),
      limitOperation(),
      boundAnswer(app.publicUrl),
      noteFacts(),
      disableIntrospection({ isDisabled: () => production }),
    ],
    context: ({ viewer, bodyBytes = 0, exchange: { response } }) => {
      if (!viewer) throw new Error('A GraphQL request was not admitted');
      return {
        ...viewer,
        bodyBytes,
        takeTokens: (count) => door.takeTokens(viewer, response, count),
        takeRoom: (cost) => takeRoom(app.parts.operationRoom, response, viewer.platformId ?? 'operator', cost),
      };
    },
  });
  return (exchange: Exchange) => yoga(exchange.request, exchange.response, { exchange });
}

/**
 * Who asks is known before anything of the request is read. Bodies are read as REST reads them, so form posts and
 * batches are refused. In production there is no GET: a query in an address ends up in the logs of proxies.
 */
function admission(door: Door, production: boolean): Plugin<object, Handed> {
  return {
    async onRequestParse({ request, serverContext, setRequestParser }) {
      const { exchange } = serverContext;
      // First, so that every answer to a valid key has the headers of its limit.
      const viewer = await door.admit(exchange);
      serverContext.viewer = viewer;
      if (request.method !== 'POST' && (production || request.method !== 'GET')) {
        throw refusal(new DomainError('method_not_allowed'), { headers: { Allow: 'POST' } });
      }
      const { request: incoming } = exchange;
      setRequestParser(async () => {
        const isPost = request.method === 'POST';
        const read = isPost ? readPosted(door, exchange, viewer) : readQueryString(incoming.url ?? '');
        const { params, bodyBytes } = await read.catch((error) => {
          // A client that goes while it sends is no fault of ours.
          throw incoming.readableAborted ? refusal(new DomainError('validation_failed')) : error;
        });
        serverContext.bodyBytes = bodyBytes;
        return params;
      });
    },
  };
}

/** Errors that concern the request as a whole are told by its status; what one field refuses is not. */
const ofRequest: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'rate_limited', 'unavailable']);

/** A refusal with its code, paths and page; anything else is masked and logged. */
function showError(door: Door, error: unknown, production: boolean): Error {
  const original = originalOf(error);
  if (error instanceof GraphQLError && original === null) {
    return asRequestFault(production ? withoutHints(error) : error);
  }
  const shown = door.refusalOf(original);
  const { code, message, details } = shown;
  return new GraphQLError(message, {
    path: error instanceof GraphQLError ? (error.path ?? null) : null,
    nodes: error instanceof GraphQLError ? (error.nodes ?? null) : null,
    extensions: { code, ...details, ...(ofRequest.has(code) ? { http: httpOf(shown) } : {}) },
  });
}

/** What a resolver threw; null for what GraphQL itself says, which may wrap what GraphQL said of a value. */
function originalOf(error: unknown): unknown {
  let original = error;
  while (original instanceof GraphQLError) original = original.originalError ?? null;
  return original;
}

/** Removes suggestions about variables, which no rule words: they spell out the schema to a caller that guesses. */
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
