/** GraphQL over HTTP: who asks and how often, what may be asked, and what is told of errors. */
import type { ServerResponse } from 'node:http';
import { useDisableIntrospection as disableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import { GraphQLError, validate } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { readJson } from '../rest/read-json.ts';
import { schema } from '../schema/index.ts';
import { authenticate } from './authenticate.ts';
import type { App, Viewer } from './context.ts';
import { DomainError } from './errors.ts';
import { documentLimits, requestFault } from './graphql-limits.ts';
import { isUnavailable } from './is-unavailable.ts';
import { takeRequestToken } from './platforms/request-limit.ts';

/** Largest body in bytes: that of an emit over REST (decisions, section 2). */
const bodyLimit = 32 * 1_048_576;

/** Seconds until a client should try again while the database is out of reach. */
const unavailableRetryAfter = 2;

/** What the IDE begins with under its headers: nothing is answered without a key. */
const keyToFillIn = JSON.stringify({ Authorization: 'Bearer ' }, null, 2);

/** What the server hands over with a request. */
interface Exchange {
  readonly requestId: string;
  readonly response: ServerResponse;
  /** Set once it is known. */
  viewer?: Viewer;
}

/** Answers requests for /graphql. */
export function createGraphql(app: App) {
  const { production } = app.config;
  return createYoga<Exchange, Viewer>({
    schema,
    graphiql: production ? false : { title: 'Tidings', headers: keyToFillIn },
    // With all its parts in one page: nothing comes from elsewhere. Loaded when somebody opens it.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: bodyLimit,
    maskedErrors: { maskError: (error: unknown) => showError(app, error) },
    plugins: [
      admission(app),
      ...documentLimits(),
      hideSuggestions(production),
      disableIntrospection({ isDisabled: () => production }),
    ],
    context: ({ viewer }) => {
      if (!viewer) throw new Error('A GraphQL request was not admitted');
      return viewer;
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
      serverContext.viewer = await admit(app, request.headers, serverContext);
      if (request.method !== 'POST' && (app.config.production || request.method !== 'GET')) {
        throw refusal(new DomainError('method_not_allowed'), 405, { Allow: 'POST' });
      }
      if (request.method === 'POST') setRequestParser(readParams);
    },
  };
}

function hideSuggestions(production: boolean): Plugin {
  return {
    onValidate({ setValidationFn }) {
      if (production)
        setValidationFn((schema, document, rules) => validate(schema, document, rules, { hideSuggestions: true }));
    },
  };
}

async function admit(app: App, headers: Headers, { requestId, response }: Exchange): Promise<Viewer> {
  const viewer = await authenticate(app, {
    authorization: headers.get('authorization') ?? undefined,
    platform: headers.get('tidings-platform') ?? undefined,
    requestId,
  });
  if (viewer === null) throw new DomainError('unauthenticated');
  if (viewer.operator || viewer.platformId === null) return viewer;
  const { allowed, limit, remaining, resetSeconds, retryAfter } = await takeRequestToken(app, viewer.platformId);
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', Math.ceil(resetSeconds));
  if (!allowed) throw new DomainError('rate_limited', undefined, { retryAfter });
  return viewer;
}

async function readParams(request: Request): Promise<GraphQLParams> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const { 'content-type': type, ...headers } = Object.fromEntries(request.headers);
  // A form is sent by any page without asking; JSON is not.
  if (!/^application\/json\b/i.test(type ?? '')) {
    throw refusal(new DomainError('validation_failed', 'The body must be sent as application/json.'), 415);
  }
  try {
    return readJson(bytes, { ...headers, 'content-type': 'application/json' });
  } catch (error) {
    throw error instanceof DomainError ? refusal(error, 400) : error;
  }
}

/** A refusal of the request itself, with its HTTP status. */
function refusal({ code, message, details }: DomainError, status: number, headers = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details, http: { status, headers } } });
}

/** A refusal with its code, paths and page; anything else is masked and logged. */
function showError(app: App, error: unknown): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? null) : error;
  if (error instanceof GraphQLError && original === null) {
    return asRequestFault(app.config.production ? withoutHints(error) : error);
  }
  const shown =
    original instanceof DomainError
      ? original
      : new DomainError(isUnavailable(original) ? 'unavailable' : 'internal_error');
  if (shown.code === 'internal_error') app.log.error({ err: original }, 'a GraphQL operation failed');
  const { code, message, details } = shown;
  return new GraphQLError(message, {
    path: error instanceof GraphQLError ? (error.path ?? null) : null,
    nodes: error instanceof GraphQLError ? (error.nodes ?? null) : null,
    extensions: { code, docUrl: `${app.publicUrl}/docs/errors#${code}`, ...details, ...httpOf(shown) },
  });
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
  error.message = error.message.replace(/\s*Did you mean .+\?$/s, '');
  return error;
}

/** A limit stops the reading of a document by throwing, with neither code nor status. */
function asRequestFault(error: GraphQLError): GraphQLError {
  if (error.path !== undefined || error.extensions.code !== undefined) return error;
  const { message, nodes = null } = error;
  return new GraphQLError(message, { nodes, extensions: requestFault });
}
