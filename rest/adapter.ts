/**
 * REST: a table over the GraphQL schema. An operation of rest/openapi.yaml is answered by the document of the same name
 * in rest/operations, run with `execute` in this process; what an answer looks like is said by the document's aliases
 * (rest/prepare.ts). Nothing here knows a noun.
 *
 * May import npm, the built schema with its context, and src/errors.ts. Only src/http/server.ts imports it.
 *
 * Order of checks (decisions, section 2): authentication, rate limit, route, path pattern, body size, JSON, workspace,
 * idempotency key, schema; then the document's verb with the rules of the domain.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { execute, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Viewer } from '../src/context.ts';
import { DomainError, type FieldErrors, invalid, notFound } from '../src/errors.ts';
import type { BodyRoom } from '../src/http/body-room.ts';
import type { RequestFacts } from '../src/http/request-facts.ts';
import { type Answer, sendAnswer } from './answer.ts';
import { type Batch, splitBatch } from './batch.ts';
import { type BatchList, readContract } from './contract.ts';
import { showRefusal } from './errors.ts';
import { failureOf } from './failure.ts';
import { mergeFaults } from './merge-faults.ts';
import { type Connection, showPage } from './page.ts';
import { type Prepared, prepare } from './prepare.ts';
import { findTarget, type Input, readInput, type Target } from './read-request.ts';
import type { RestHooks } from './rest-hooks.ts';
import { createRoute } from './route.ts';
import { createPathGuide } from './unknown-path.ts';
import { toRequestPath, toVariables } from './variables.ts';

/** The version segment of every path (contract, Versioning). */
const basePath = '/v1';

/** What is said to the operator's token, which stands for no platform here. */
const operatorToken = 'This is the operator token, which opens GraphQL alone. REST takes the API key of a platform.';

/** Seconds until a client should try again while the database is out of reach. */
const unavailableRetryAfter = 2;

export interface RestOptions {
  readonly schema: GraphQLSchema;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly hooks: RestHooks;
  /** Where bodies take their room. */
  readonly bodyRoom: BodyRoom;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Where openapi.yaml and operations/ are; this folder, unless another contract is to be served. */
  readonly folder?: URL;
}

export interface Rest {
  /** Answers a request for a path below /v1; never rejects. Writes into `facts` what the log is to say. */
  handle(request: IncomingMessage, response: ServerResponse, requestId: string, facts: RequestFacts): Promise<void>;
  /** Answers 404 to a request whose path lacks the version segment alone; false when its path lacks more. */
  refuseUnversioned(request: IncomingMessage, response: ServerResponse, requestId: string): boolean;
}

/** Reads the contract and its documents; rejects when they do not fit each other or the schema. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { schema, publicUrl, hooks, bodyRoom, log, folder = new URL('./', import.meta.url) } = options;
  const operations = await readContract(new URL('openapi.yaml', folder));
  const prepared = prepare(schema, operations, await readDocuments(new URL('operations/', folder)));
  const route = createRoute(operations);
  const guide = createPathGuide(operations, basePath);

  return {
    async handle(request, response, requestId, facts) {
      const headers: Record<string, string> = { 'Request-Id': requestId };
      try {
        noteRoute(request, facts);
        sendAnswer(response, await answer(request, requestId, headers), headers);
      } catch (error) {
        const refusal = refusalOf(error, request, requestId);
        facts.code = refusal.code;
        if (refusal.code === 'request_timeout') headers.Connection = 'close';
        sendAnswer(response, showRefusal(refusal, { publicUrl, requestId }), headers);
      }
    },
    refuseUnversioned(request, response, requestId) {
      const [path = ''] = (request.url ?? '').split('?');
      if (!guide.lacksVersion(path)) return false;
      const refusal = new DomainError('not_found', `The path lacks ${basePath}. All paths of the API begin with it.`);
      sendAnswer(response, showRefusal(refusal, { publicUrl, requestId }), { 'Request-Id': requestId });
      return true;
    },
  };

  /** For the log, before any check, so that rejected requests have it too. */
  function noteRoute({ url = '', method = '' }: IncomingMessage, facts: RequestFacts): void {
    const [pathname = ''] = url.split('?', 1);
    if (!pathname.startsWith(`${basePath}/`) || pathname.endsWith('/')) return;
    const match = route(method, pathname.slice(basePath.length));
    if (match === null) return;
    facts.operation = match.operation?.id ?? null;
    facts.path = `${basePath}${match.pattern.replace(/\{(\w+)\}/g, ':$1')}`;
  }

  async function answer(request: IncomingMessage, requestId: string, headers: Record<string, string>): Promise<Answer> {
    const viewer = await hooks.authenticate(request.headers.authorization, requestId);
    if (viewer.platformId === null) throw new DomainError('unauthenticated', operatorToken);
    await takeToken(viewer, headers);
    const target = findTarget(request, { route, guide, origin: publicUrl, basePath });
    if (target.operation === null) {
      headers.Allow = target.methods.join(', ');
      const message = `${basePath}${target.pattern} takes ${headers.Allow}, not ${request.method}.`;
      throw new DomainError('method_not_allowed', message);
    }
    const input = await readInput(request, target, { platformId: viewer.platformId, room: bodyRoom });
    try {
      await refuseInput(viewer, target, input);
      return await run(viewer, requestId, target, input);
    } finally {
      // Not before: what is made of a body lives as long as the work on it.
      input.releaseRoom();
    }
  }

  async function takeToken(viewer: Viewer, headers: Record<string, string>): Promise<void> {
    const { allowed, limit, remaining, resetSeconds, retryAfter } = await hooks.takeToken(viewer);
    headers['RateLimit-Limit'] = String(limit);
    headers['RateLimit-Remaining'] = String(Math.max(0, Math.floor(remaining)));
    headers['RateLimit-Reset'] = String(Math.ceil(resetSeconds));
    if (!allowed) throw new DomainError('rate_limited', undefined, { retryAfter: Math.max(1, retryAfter) });
  }

  /** Refuses what the contract refuses, with the faults that the verb finds beside. */
  async function refuseInput(viewer: Viewer, target: Target, input: Input): Promise<void> {
    if (Object.keys(input.faults).length === 0) return;
    const { workspace } = target.path;
    if (typeof workspace === 'string') await hooks.requireWorkspace(viewer, workspace);
    const found = input.body === undefined ? {} : await findFaults(viewer, target, input.body);
    throw invalid(mergeFaults(input.faults, found));
  }

  /** The verb's faults under the paths of the request. */
  async function findFaults(viewer: Viewer, target: Target, body: object): Promise<FieldErrors> {
    const { inputs } = documentOf(target);
    const variables = toVariables(inputs, { parameters: parametersOf(target), body, page: null });
    const found = await hooks.findFaults(viewer, target.operation.id, variables);
    return Object.fromEntries(Object.entries(found).map(([path, said]) => [toRequestPath(inputs, path), said]));
  }

  async function run(viewer: Viewer, requestId: string, target: Target, { body, page }: Input): Promise<Answer> {
    const { operation, query, url } = target;
    const { document, inputs, shape } = documentOf(target);
    const batch = operation.batch && body ? await readBatch(viewer, target, operation.batch, body) : null;
    const parameters = parametersOf(target);
    const { data, errors } = await execute({
      schema,
      document,
      // A context of its own: plugins keep what they loaded for a request by its context.
      contextValue: { ...viewer, requestId },
      variableValues: toVariables(inputs, { parameters, body: batch?.body ?? body, page }),
    });
    if (errors?.length || !data) throw failureOf(errors ?? [], inputs);
    const root = data[shape];
    if (root === null || root === undefined) throw notFound();
    switch (shape) {
      case 'data':
        return { ...successOf(operation, {}), body: { data: root } };
      case 'page':
        return { ...successOf(operation, {}), body: showPage(root as Connection, { url, filters: filtersOf(query) }) };
      case 'result': {
        const { created, replayed, ...shown } = root as Record<string, unknown>;
        const success = successOf(operation, { created, replayed });
        if (success.status === 204) return success;
        return { ...success, body: batch ? { ...shown, data: batch.results(shown.data) } : shown };
      }
    }
  }

  function readBatch(viewer: Viewer, target: Target, list: BatchList, body: object): Promise<Batch> {
    const findItemFaults = (items: readonly unknown[]) => findFaults(viewer, target, { [list.name]: items });
    return splitBatch(list, body, { publicUrl, inputs: documentOf(target).inputs, findItemFaults });
  }

  function documentOf({ operation }: Target): Prepared {
    const found = prepared.get(operation);
    if (!found) throw new Error(`${operation.id} was not prepared`);
    return found;
  }

  function refusalOf(error: unknown, request: IncomingMessage, requestId: string): DomainError {
    if (error instanceof DomainError) return error;
    if (hooks.isUnavailable(error)) {
      log.warn({ err: error, requestId }, 'The database could not serve a request');
      return new DomainError('unavailable', undefined, { retryAfter: unavailableRetryAfter });
    }
    // A client that goes while it sends is no fault of ours.
    if (!request.readableAborted) log.error({ err: error, requestId }, 'A request failed');
    return new DomainError('internal_error');
  }
}

function parametersOf({ path, query }: Target): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(query), ...path };
}

function filtersOf(query: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams(query);
  filters.delete('cursor');
  return filters;
}

/** The one status of success, or 201 for what was created and 200 for what was there. */
function successOf(
  { successes }: Target['operation'],
  { created, replayed }: { readonly created?: unknown; readonly replayed?: unknown },
): Answer {
  const [only = 200] = successes;
  return {
    status: successes.length === 1 ? only : created === true ? 201 : 200,
    ...(replayed === true ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
  };
}

/** All documents as one: fragments are shared between files. */
async function readDocuments(folder: URL): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.join('\n');
}
