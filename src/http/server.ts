/** HTTP: Request-Id, then /v1 to REST, /graphql to yoga, and the pages. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRest } from '../../rest/adapter.ts';
import { errorStatuses } from '../../rest/errors.ts';
import { schema } from '../../schema/index.ts';
import type { App, Ctx, Viewer } from '../context.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { asParty } from '../db/party.ts';
import type { Docs } from '../docs/docs-site.ts';
import { errorCodes, notFound } from '../errors.ts';
import { linkAt } from '../pages/answer-link.ts';
import { takeRequestToken } from '../platforms/request-limit.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { authenticate } from './authenticate.ts';
import { createDrain } from './drain-leftover.ts';
import { findFaults } from './find-faults.ts';
import { logRequest } from './log-request.ts';
import { setStrictHeaders } from './page-headers.ts';
import { newRequestFacts, type RequestFacts } from './request-facts.ts';
import { createGraphql } from './serve-graphql.ts';
import { createSchemaPage } from './serve-schema.ts';

/** Seconds after which a link is worth another try. */
const retryAfter = 5;

/** Everything the process answers, to be given to an HTTP server. */
export async function createRequestListener(app: App): Promise<RequestListener> {
  const rest = await createRest({
    schema,
    publicUrl: app.publicUrl,
    bodyRoom: app.parts.bodyRoom,
    log: app.log,
    hooks: {
      authenticate: (authorization, requestId) => authenticate(app, { authorization, platform: undefined, requestId }),
      takeToken: ({ platformId }) => takeRequestToken(app, platformId ?? ''),
      requireWorkspace,
      findFaults: (viewer, operationId, variables) =>
        viewer.platformId === null ? noFaults : findFaults(ctxOf(viewer, viewer.platformId), operationId, variables),
      isUnavailable,
    },
  });
  const graphql = createGraphql(app);
  const sendSchema = createSchemaPage(app);
  const drainLeftover = createDrain();
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
    const facts = newRequestFacts();
    setStrictHeaders(response);
    response.setHeader('Request-Id', requestId);
    response.once('finish', () => drainLeftover(request));
    logRequest(app, { request, response, requestId, facts });
    if (/^\/v1(?:[/?]|$)/.test(path)) void rest.handle(request, response, requestId, facts);
    else if (/^\/graphql\/schema(?:\?|$)/.test(path)) {
      facts.path = '/graphql/schema';
      void sendSchema(request, response, { requestId, facts });
    } else if (/^\/graphql(?:[/?]|$)/.test(path)) {
      if (/^\/graphql\/?(?:\?|$)/.test(path)) facts.path = '/graphql';
      void graphql(request, response, { requestId, incoming: request, response, facts });
    } else if (link) {
      facts.path = link.pattern;
      void answerLink(link, request, response);
    } else if (!rest.refuseUnversioned(request, response, requestId)) void sendPage(path, request, response, facts);
  };
  return (request, response) => asParty({ kind: 'door', name: 'anyone' }, () => answer(request, response));
}

const noFaults = Promise.resolve({});

async function requireWorkspace(viewer: Viewer, path: string): Promise<void> {
  if (viewer.platformId === null) throw notFound('workspace');
  await findWorkspace(ctxOf(viewer, viewer.platformId), path, { select: { id: true } });
}

function ctxOf({ app, apiKeyId }: Viewer, platformId: string): Ctx {
  return { app, platformId, apiKeyId };
}

/** Answers what is neither REST nor GraphQL. */
function createPages(app: App) {
  let docs: Promise<Docs> | null = null;
  // The documentation and its libraries are loaded when it is first read.
  const openDocs = async () => {
    const { createDocs } = await import('../docs/docs-site.ts');
    return createDocs({ config: app.config, publicUrl: app.publicUrl, statuses: errorStatuses });
  };
  return async (
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
    facts: RequestFacts,
  ): Promise<void> => {
    const [path = ''] = url.split('?');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/health' || path === '/') facts.path = path;
    if (reads && path === '/health') return answerHealth(app, response);
    if (reads && path === '/') return void response.writeHead(302, { Location: '/docs' }).end();
    const isDocs = reads && /^\/docs(?:\/|$)/.test(path);
    try {
      docs ??= isDocs ? openDocs() : null;
      const page = isDocs ? await (await docs)?.find(path, request) : null;
      // The path of a page is a name of ours; any other path is foreign text.
      if (page) facts.path = path;
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
