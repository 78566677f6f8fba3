/** HTTP: Request-Id, then /v1 to REST, /graphql to yoga, and the pages. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { createRest } from '../rest/adapter.ts';
import { schema } from '../schema/index.ts';
import { authenticate } from './authenticate.ts';
import type { App, Viewer } from './context.ts';
import { DomainError, errorCodes } from './errors.ts';
import { errorCataloguePage } from './pages/error-catalogue.ts';
import { takeRequestToken } from './platforms/request-limit.ts';
import { findWorkspace } from './workspaces/find-workspace.ts';

/** Errors of the connection to PostgreSQL: the database is out of reach, we are not wrong. */
const unavailableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && unavailableCodes.has(error.code)) return true;
  // node-postgres gives these no code.
  return /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}

/** Everything the process answers, to be given to an HTTP server. */
export async function createRequestListener(app: App): Promise<RequestListener> {
  const rest = await createRest({
    schema,
    publicUrl: app.publicUrl,
    log: app.log,
    hooks: {
      authenticate: (authorization, requestId) => authenticate(app, { authorization, platform: undefined, requestId }),
      takeToken: ({ platformId }) => takeRequestToken(app, platformId ?? ''),
      workspaceExists,
      isUnavailable,
    },
  });
  const graphql = createGraphql(app);
  return (request, response) => {
    const requestId = randomUUID();
    const path = request.url ?? '/';
    response.setHeader('Request-Id', requestId);
    response.once('finish', () => {
      app.log.info({ requestId, method: request.method, status: response.statusCode }, 'request');
    });
    if (/^\/v1(?:[/?]|$)/.test(path)) void rest.handle(request, response, requestId);
    else if (/^\/graphql(?:[/?]|$)/.test(path)) void graphql(request, response, { requestId });
    else sendPage(request, response);
  };
}

async function workspaceExists(viewer: Viewer, path: string): Promise<boolean> {
  if (viewer.platformId === null) return false;
  const ctx = { app: viewer.app, platformId: viewer.platformId, apiKeyId: viewer.apiKeyId };
  try {
    await findWorkspace(ctx, path, { select: { id: true } });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}

function createGraphql(app: App) {
  return createYoga<{ readonly requestId: string }, Viewer>({
    schema,
    graphiql: !app.config.production,
    landingPage: false,
    logging: false,
    maskedErrors: {
      maskError: (error: unknown) => showGraphqlError(app, error),
    },
    context: async ({ request, requestId }) => {
      const viewer = await authenticate(app, {
        authorization: request.headers.get('authorization') ?? undefined,
        platform: request.headers.get('tidings-platform') ?? undefined,
        requestId,
      });
      if (viewer === null) throw new DomainError('unauthenticated');
      return viewer;
    },
  });
}

/** A refusal with its code, paths and page; anything else is masked and logged. */
function showGraphqlError(app: App, error: unknown): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? null) : error;
  if (error instanceof GraphQLError && original === null) return error;
  const refusal =
    original instanceof DomainError
      ? original
      : new DomainError(isUnavailable(original) ? 'unavailable' : 'internal_error');
  if (refusal.code === 'internal_error') app.log.error({ err: original }, 'a GraphQL operation failed');
  const { code, message, details } = refusal;
  return new GraphQLError(message, {
    path: error instanceof GraphQLError ? (error.path ?? null) : null,
    nodes: error instanceof GraphQLError ? (error.nodes ?? null) : null,
    extensions: {
      code,
      docUrl: `${app.publicUrl}/docs/errors#${code}`,
      ...details,
      ...(code === 'unauthenticated' ? { http: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } } } : {}),
    },
  });
}

const pages: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/docs/errors': { type: 'text/html; charset=utf-8', body: errorCataloguePage },
  '/health': { type: 'application/json', body: '{"status":"ok"}' },
};

function sendPage(request: IncomingMessage, response: ServerResponse): void {
  const page = pages[new URL(request.url ?? '/', 'http://localhost').pathname];
  if (page && (request.method === 'GET' || request.method === 'HEAD')) {
    response.writeHead(200, { 'Content-Type': page.type }).end(page.body);
  } else {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${errorCodes.not_found}\n`);
  }
}

/** Listens at once, so that the port is known; answers 503 until `serve` is called. */
export async function listen(host: string, port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : port };
}
