/** HTTP: Request-Id, then /v1 to REST, /graphql to yoga, and the pages. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRest } from '../rest/adapter.ts';
import { errorStatuses } from '../rest/errors.ts';
import { schema } from '../schema/index.ts';
import { authenticate } from './authenticate.ts';
import type { App, Ctx, Viewer } from './context.ts';
import { asParty } from './db/party.ts';
import type { Docs } from './docs/docs-site.ts';
import { DomainError, errorCodes } from './errors.ts';
import { isKeyKnown } from './events/is-key-known.ts';
import { bodyRoomOf } from './http/body-room.ts';
import { drainLeftover } from './http/drain-leftover.ts';
import { setStrictHeaders } from './http/page-headers.ts';
import { isUnavailable } from './is-unavailable.ts';
import { linkAt } from './pages/answer-link.ts';
import { takeRequestToken } from './platforms/request-limit.ts';
import { createGraphql } from './serve-graphql.ts';
import { findWorkspace } from './workspaces/find-workspace.ts';

/** Seconds after which a link is worth another try. */
const retryAfter = 5;

/** Everything the process answers, to be given to an HTTP server. */
export async function createRequestListener(app: App): Promise<RequestListener> {
  const rest = await createRest({
    schema,
    publicUrl: app.publicUrl,
    bodyRoom: bodyRoomOf(app),
    log: app.log,
    hooks: {
      authenticate: (authorization, requestId) => authenticate(app, { authorization, platform: undefined, requestId }),
      takeToken: ({ platformId }) => takeRequestToken(app, platformId ?? ''),
      workspaceExists,
      replay,
      isUnavailable,
    },
  });
  const graphql = createGraphql(app);
  const sendPage = createPages(app);
  const answerLink = async (
    { answer, token }: NonNullable<ReturnType<typeof linkAt>>,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    try {
      await answer(app, token, request, response);
    } catch (error) {
      const unavailable = isUnavailable(error);
      if (unavailable) app.log.warn({ err: error }, 'the database could not serve a link');
      else app.log.error({ err: error }, 'a link could not be answered');
      if (response.headersSent) response.destroy();
      else response.writeHead(unavailable ? 503 : 500, { 'Retry-After': retryAfter }).end();
    }
  };
  const answer: RequestListener = (request, response) => {
    const requestId = randomUUID();
    const path = request.url ?? '/';
    const link = linkAt(path);
    setStrictHeaders(response);
    response.setHeader('Request-Id', requestId);
    response.once('finish', () => {
      drainLeftover(request);
      app.log.info({ requestId, method: request.method, status: response.statusCode }, 'request');
    });
    if (/^\/v1(?:[/?]|$)/.test(path)) void rest.handle(request, response, requestId);
    else if (/^\/graphql(?:[/?]|$)/.test(path))
      void graphql(request, response, { requestId, incoming: request, response });
    else if (link) void answerLink(link, request, response);
    else void sendPage(path, request, response);
  };
  return (request, response) => asParty({ kind: 'door', name: 'anyone' }, () => answer(request, response));
}

async function workspaceExists(viewer: Viewer, path: string): Promise<boolean> {
  if (viewer.platformId === null) return false;
  const ctx = ctxOf(viewer, viewer.platformId);
  try {
    await findWorkspace(ctx, path, { select: { id: true } });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}

/** A body that breaks the contract is not the one that its key was accepted with. */
async function replay(viewer: Viewer, workspace: string, body: object): Promise<null> {
  if (viewer.platformId === null) return null;
  const { idempotency_key: key } = body as { readonly idempotency_key?: unknown };
  if (await isKeyKnown(ctxOf(viewer, viewer.platformId), workspace, key)) {
    throw new DomainError('idempotency_key_reused');
  }
  return null;
}

function ctxOf({ app, apiKeyId }: Viewer, platformId: string): Ctx {
  return { app, platformId, apiKeyId };
}

/** Answers what is neither REST nor GraphQL. */
function createPages(app: App) {
  let docs: Promise<Docs> | null = null;
  // The documentation and its libraries are loaded when it is first read.
  const openDocs = async () => {
    const { createDocs } = await import('./docs/docs-site.ts');
    return createDocs({ config: app.config, publicUrl: app.publicUrl, statuses: errorStatuses });
  };
  return async (url: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = url.split('?');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && path === '/health') return answerHealth(app, response);
    if (reads && path === '/') return void response.writeHead(302, { Location: '/docs' }).end();
    const isDocs = reads && /^\/docs(?:\/|$)/.test(path);
    try {
      docs ??= isDocs ? openDocs() : null;
      const page = isDocs ? await (await docs)?.find(path, request) : null;
      if (page) response.writeHead(200, { 'Content-Type': page.type, ...page.headers }).end(page.body);
      else response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${errorCodes.not_found}\n`);
    } catch (error) {
      app.log.error({ err: error }, 'a page of the documentation could not be made');
      response.writeHead(500).end();
    }
  };
}

/** Says what is known already, so that a monitor gets its response whatever the database does. */
function answerHealth(app: App, response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (app.db.isAnswering()) response.writeHead(200, headers).end('{"status":"ok"}');
  else response.writeHead(503, { ...headers, 'Retry-After': retryAfter }).end('{"status":"unavailable"}');
}
