/**
 * GraphQL over HTTP: the limits of requests, and the form of errors. The door authenticates (src/http/door.ts), so
 * introspection is for callers with a key (docs/rules.md#graphql-introspection).
 */
import { createYoga, type Plugin } from 'graphql-yoga';
import { schema } from '../../schema/index.ts';
import type { App, Viewer } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { giveWay } from '../ground/give-way/give-way.ts';
import type { UnreadResponses } from './connections/unread-responses.ts';
import { sessionFor } from './console/session-cookie.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import { compressForConsole } from './graphql/compress-for-console.ts';
import { refusal } from './graphql/error-http.ts';
import { executeOperation } from './graphql/execute-operation.ts';
import { graphiqlPage } from './graphql/graphiql-page.ts';
import { createDocumentCache, type DocumentCache, keepDocuments } from './graphql/keep-documents.ts';
import { boundAnswer } from './graphql/limits/bound-answer.ts';
import { limitDocument } from './graphql/limits/limit-document.ts';
import type { Sender } from './graphql/limits/limit-operation.ts';
import { noteFacts } from './graphql/note-facts.ts';
import { createPersistedQueries, type PersistedQueries } from './graphql/persisted-queries.ts';
import { readPosted, readQueryString } from './graphql/read-params.ts';
import { showError } from './graphql/show-error.ts';
import { subscribe } from './graphql/subscribe.ts';
import type { QueryThread } from './graphql/thread/query-thread.ts';
import type { MovedReads } from './reads/moved-reads.ts';
import { sizeOfQuery } from './reads/read-room.ts';
import { takeRoom } from './request-room.ts';

/** The context that the server passes on with a request. */
interface Handed {
  readonly exchange: Exchange;
  /** Set after authentication. */
  viewer?: Viewer;
  bodyBytes?: number;
}

interface GraphqlParts {
  readonly door: Door;
  readonly queries: QueryThread | null;
  readonly moved: MovedReads;
  readonly unread: UnreadResponses;
}

/** Handles requests for /graphql. */
export function createGraphql(app: App, { door, queries, moved, unread }: GraphqlParts) {
  const { production } = app.config;
  const documents = createDocumentCache();
  const persisted = createPersistedQueries();
  const yoga = createYoga<Handed, Sender>({
    schema,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // `readPosted` reads bodies and `keepDocuments` caches documents; both are bounded in bytes.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: {
      maskError: (error: unknown) => showError(error, { refusalOf: (thrown) => door.refusalOf(thrown), production }),
    },
    plugins: [
      ...(production ? [] : [graphiqlPage(app)]),
      admission(app, door, { documents, persisted }),
      keepDocuments(documents),
      ...limitDocument(production),
      executeOperation(moved),
      subscribe({ publicUrl: app.publicUrl, openStream: (viewer) => app.parts.streams.open(viewer) }),
      boundAnswer(app.publicUrl),
      noteFacts(),
      compressForConsole(app),
      lookAtResponses(unread),
    ],
    context: ({ viewer, bodyBytes = 0, exchange }) => {
      const { response, facts } = exchange;
      if (!viewer) throw new Error('A GraphQL request was not admitted');
      return {
        ...viewer,
        bodyBytes,
        takeTokens: (count) => door.takeTokens(viewer, response, count),
        beginRead: (cost) => door.beginRead(exchange, viewer, sizeOfQuery(cost)),
        isHeavyReader: () => door.isHeavyReader(viewer),
        takeRoom: (cost) => takeRoom(app.parts.operationRoom, response, exchange.caller ?? 'operator', cost),
        takeEarly: (cost) => queries?.takeEarly(viewer.platformId, cost) ?? false,
        runApart: (query) => {
          const { app: _, stream: __, ...sender } = viewer;
          const answering = queries?.run({ ...query, viewer: sender, at: app.clock.now(), rest: null }) ?? null;
          return (
            answering?.then((answer) => {
              if ('code' in answer) facts.code = answer.code;
              return answer;
            }) ?? null
          );
        },
      };
    },
  });
  return (exchange: Exchange) => yoga(exchange.request, exchange.response, { exchange });
}

/** Yoga writes a response right after `onResponse`, and ends it when the client has read it. */
function lookAtResponses(unread: UnreadResponses): Plugin<object, Handed> {
  return {
    onResponse({ serverContext }) {
      const { response, caller } = serverContext.exchange;
      setImmediate(() => unread.look(response, caller));
    },
  };
}

/** Documents that are kept from one request to the next. */
interface Kept {
  readonly documents: DocumentCache;
  readonly persisted: PersistedQueries;
}

/**
 * Authenticates before reading anything of the request. Bodies are read as in REST, so form posts and batches are
 * rejected. In production there is no GET (docs/rules.md#graphql-in-production): a query in a URL ends up in the logs of
 * proxies.
 */
function admission(app: App, door: Door, { documents, persisted }: Kept): Plugin<object, Handed> {
  const { production } = app.config;
  return {
    async onRequestParse({ request, serverContext, setRequestParser }) {
      const { exchange } = serverContext;
      // First, so that every response to a valid key has the headers of the request limit.
      const viewer = await door.admit(exchange, sessionFor(app, exchange.request));
      serverContext.viewer = viewer;
      if (request.method !== 'POST' && (production || request.method !== 'GET')) {
        throw refusal(new DomainError('method_not_allowed'), { headers: { Allow: 'POST' } });
      }
      const { request: incoming } = exchange;
      setRequestParser(async () => {
        const isPost = request.method === 'POST';
        const read = isPost ? readPosted(door, exchange, viewer) : readQueryString(incoming.url ?? '');
        const { params: sent, bodyBytes } = await read.catch((error) => {
          // A client that disconnects while sending is no error of the service.
          throw incoming.readableAborted ? refusal(new DomainError('validation_failed')) : error;
        });
        serverContext.bodyBytes = bodyBytes;
        const params = persisted.resolve(viewer.platformId ?? 'operator', sent);
        // To parse and to check a new document takes milliseconds: one of them in a round of the event loop.
        if (params.query !== undefined && documents.get(params.query) === undefined) await giveWay();
        return params;
      });
    },
  };
}
