/** HTTP: each request gets its exchange and goes to REST (/v1), GraphQL, a link of a mail, or a page. */
import type { RequestListener } from 'node:http';
import { createRest } from '../../rest/adapter.ts';
import { restSchema, schema } from '../../schema/index.ts';
import { requireNeeds } from '../../schema/needs.ts';
import type { Needs } from '../../schema/scopes.ts';
import type { App, Viewer } from '../context.ts';
import { asParty, becomeRequest } from '../db/connections/party.ts';
import type { Docs } from '../docs/docs-site.ts';
import { noteRefusedEmit } from '../events/refused/note-refused-emit.ts';
import { tokensOfBatch } from '../ground/batch-tokens.ts';
import { errorCodes } from '../ground/errors/error-codes.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isRecord } from '../ground/input/input.ts';
import { receiveImport } from '../imports/receive-import.ts';
import { type Link, linkAt } from '../pages/answer-link.ts';
import { platformContext } from '../platforms/platform-context.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { answerProbe, isProbe } from './answer-probe.ts';
import { createDrain } from './bodies/drain-leftover.ts';
import { createUnreadResponses } from './connections/unread-responses.ts';
import { createConsole } from './console/serve-console.ts';
import { type Door, doorOf } from './door.ts';
import { batchesOfEmits, findFaults, findItemFindings } from './errors/find-faults.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { loadForQueries } from './graphql/load-for-queries.ts';
import type { QueryThread } from './graphql/thread/query-thread.ts';
import { logRequest } from './log-request.ts';
import { createMovedReads } from './reads/moved-reads.ts';
import { readApart } from './reads/read-apart.ts';
import { createExportDoor, exportPattern, exportTokenAt } from './serve-export.ts';
import { createGraphql } from './serve-graphql.ts';
import { createSchemaPage } from './serve-schema.ts';

/** Seconds after which a link can be opened again. */
const retryAfter = 5;

/** Handles every request of the process; to be given to an HTTP server. `queries`: the thread of dear queries, if any. */
export async function createRequestListener(app: App, queries: QueryThread | null = null): Promise<RequestListener> {
  const door = doorOf(app);
  const moved = createMovedReads(app.clock);
  const exports = createExportDoor(app, door);
  const rest = await createRest({
    schema: restSchema(),
    door,
    moved,
    runApart: (exchange, viewer, query) => readApart({ app, queries, exchange }, viewer, query),
    hooks: {
      authorize: (viewer, needs) => requireNeeds(viewer, needs as Needs),
      tokensOf: (operationId, body) =>
        batchesOfEmits.includes(operationId) && isRecord(body) ? tokensOfBatch(body.events) : 1,
      requireExisting: { workspace: requireWorkspace },
      receive: (viewer, _operationId, { path, id, chunks }) =>
        receiveImport(platformContext(viewer, viewer.platformId ?? ''), {
          workspace: String(path.workspace),
          id,
          chunks,
        }),
      download: exports.sendPrepared,
      findFaults: (viewer, operationId, variables) =>
        viewer.platformId === null
          ? noFaults
          : findFaults(platformContext(viewer, viewer.platformId), operationId, variables),
      findItemFindings: async (viewer, operationId, variables) =>
        viewer.platformId === null
          ? null
          : findItemFindings(platformContext(viewer, viewer.platformId), operationId, variables),
      refused: (viewer, operationId, { requestId, path, body, error }) => {
        if (!['emitEvent', ...batchesOfEmits].includes(operationId) || viewer.platformId === null) return;
        const sent = isRecord(body) ? body : {};
        const { type: eventType, workspace: own, idempotency_key: idempotencyKey, recipient } = sent;
        const named = path.workspace ?? own;
        const workspace = typeof named === 'string' ? named : '';
        const refused = { requestId, workspace, eventType, idempotencyKey, recipient, error };
        noteRefusedEmit(platformContext(viewer, viewer.platformId), refused);
      },
    },
  });
  const unread = createUnreadResponses();
  const graphql = createGraphql(app, { door, queries, moved, unread });
  const sendSchema = createSchemaPage(door);
  const drainLeftover = createDrain();
  const sendPage = createPages(app);
  const prepare = () => {
    queries?.prepare();
    return loadForQueries(schema, app.db);
  };
  const sendConsole = app.config.console ? createConsole(app, door, { prepare }) : null;
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '/';
    const span = isProbe(path) ? undefined : app.traces.ofRequest(request.headers.traceparent);
    const exchange = openExchange(request, response, span);
    const { facts } = exchange;
    becomeRequest(exchange);
    response.once('prefinish', () => unread.look(response, exchange.caller));
    const link = linkAt(path);
    const exported = exportTokenAt(path);
    response.once('finish', () => drainLeftover(request));
    logRequest(app, exchange);
    if (/^\/v1(?:[/?]|$)/.test(path)) void rest.handle(exchange);
    else if (/^\/graphql\/schema(?:\?|$)/.test(path)) {
      facts.path = '/graphql/schema';
      void sendSchema(exchange);
    } else if (/^\/graphql(?:[/?]|$)/.test(path)) {
      if (/^\/graphql\/?(?:\?|$)/.test(path)) facts.path = '/graphql';
      void graphql(exchange);
    } else if (sendConsole && /^\/console(?:[/?]|$)/.test(path)) {
      facts.path = '/console';
      void sendConsole(path, exchange);
    } else if (exported !== null) {
      facts.path = exportPattern;
      void exports.answerLink(exchange, exported);
    } else if (link) {
      facts.path = link.pattern;
      void answerLink(app, door, link, exchange);
    } else if (!rest.refuseUnversioned(exchange)) void sendPage(path, exchange);
  };
  return (request, response) => asParty({ kind: 'door', name: 'anyone' }, () => answer(request, response));
}

const noFaults = Promise.resolve({});

async function requireWorkspace(viewer: Viewer, path: string): Promise<void> {
  if (viewer.platformId === null) throw notFound('workspace');
  await findWorkspace(platformContext(viewer, viewer.platformId), path, { select: { id: true } });
}

/** The reader of a mail sees no internal error as JSON: a page says that the link can be opened again. */
async function answerLink(app: App, door: Door, { answer, token }: Link, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  try {
    await answer(app, token, request, response);
  } catch (error) {
    const { code } = door.refusalOf(error, exchange);
    if (response.headersSent) response.destroy();
    else response.writeHead(errorStatuses[code], { 'Retry-After': retryAfter }).end();
  }
}

/** Where a visitor, or a program that looks for llms.txt, is led from the root. */
const doorways: ReadonlyMap<string, string> = new Map([
  ['/', '/docs'],
  ['/llms.txt', '/docs/llms.txt'],
]);

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' } as const;

/** Handles requests that are neither REST nor GraphQL. */
function createPages(app: App) {
  let docs: Promise<Docs> | null = null;
  // The documentation and its libraries are loaded at the first visit.
  const openDocs = async () => {
    const { createDocs } = await import('../docs/docs-site.ts');
    return createDocs({ config: app.config, publicUrl: app.publicUrl, statuses: errorStatuses });
  };
  return async (url: string, exchange: Exchange): Promise<void> => {
    const { request, response, facts } = exchange;
    const [path = ''] = url.split('?');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const leads = doorways.get(path);
    if (leads !== undefined || isProbe(path)) facts.path = path;
    if (reads && isProbe(path)) return answerProbe(app, path, exchange);
    if (reads && leads !== undefined) return void response.writeHead(302, { Location: leads }).end();
    const isDocs = reads && /^\/docs(?:\/|$)/.test(path);
    try {
      docs ??= isDocs ? openDocs() : null;
      const page = isDocs ? await (await docs)?.find(path, request) : null;
      // The path of a page is one of the service's own names; any other path may hold private text.
      if (page?.status === 200) facts.path = path;
      if (page) response.writeHead(page.status, { 'Content-Type': page.type, ...page.headers }).end(page.body);
      else response.writeHead(errorStatuses.not_found, plainText).end(`${errorCodes.not_found}\n`);
    } catch (error) {
      app.log.error({ err: error }, 'documentation page failed');
      response.writeHead(errorStatuses.internal_error).end();
    }
  };
}
