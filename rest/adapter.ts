/**
 * REST: a table over the GraphQL schema. The document of the same name in rest/operations answers an operation of
 * rest/openapi.yaml; `execute` runs the document in this process, and its aliases decide the shape of the response
 * (rest/prepare.ts). Nothing here knows a noun: extensions of the OpenAPI file describe what is special to an operation
 * (rest/contract.ts).
 *
 * Order of checks (docs/rules.md#order-of-checks): the door's (authentication, request limit), route, path pattern,
 * scopes, body size, JSON, the resources that the path names, the fields; then the document's verb with the rules of the
 * domain.
 */
import type { IncomingMessage } from 'node:http';
import { execute, type GraphQLSchema } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { DomainError, type FieldErrors, invalid, notFound } from '../src/ground/errors/errors.ts';
import { pageSize } from '../src/ground/lists/keyset.ts';
import type { Door } from '../src/http/door.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { MovedReads } from '../src/http/reads/moved-reads.ts';
import type { RequestFacts } from '../src/http/request-facts.ts';
import { type Answer, sendAnswer } from '../src/http/send-answer.ts';
import { afterTime } from './after-time.ts';
import { type Batch, faultsByItem, type Item, splitBatch, toItemPath } from './batch.ts';
import type { BatchList } from './batch-list.ts';
import { type Operation, replayHeader } from './contract.ts';
import { takeTag } from './etags.ts';
import { faultsOfBoth } from './faults-of-both.ts';
import { graphqlFault } from './graphql-faults.ts';
import { omitNulls } from './omitted-fields.ts';
import { showRead } from './page.ts';
import type { Prepared } from './prepare.ts';
import { findTarget, type Input, type RequestTarget, readInput } from './read-request.ts';
import { readTables } from './read-tables.ts';
import { createReceive } from './receive.ts';
import type { RestHooks } from './rest-hooks.ts';
import { createReads, type RunApart } from './run-read.ts';
import { createPathGuide } from './unknown-path.ts';
import { toRequestPath, toVariables } from './variables.ts';

/** The version segment of every path. */
const basePath = '/v1';

/** The status of a success without a body. */
const noContent = 204;

/** The message for the operator's token, which REST does not accept. */
const operatorToken = 'This is the operator token, which opens GraphQL alone. REST takes the API key of a platform.';

export interface RestOptions {
  readonly schema: GraphQLSchema;
  readonly door: Door;
  readonly hooks: RestHooks;
  /** Executes a read that holds too much for the process; by default the process executes it all the same. */
  readonly runApart?: RunApart;
  /** What is known of reads that hold too much. */
  readonly moved: MovedReads;
  /** Folder of openapi.yaml and operations/; by default this folder. */
  readonly folder?: URL;
}

export interface Rest {
  /** Handles a request for a path below /v1; never rejects. */
  handle(exchange: Exchange): Promise<void>;
  /** Sends 404 for a path that lacks only the version segment; returns false for other paths. */
  refuseUnversioned(exchange: Exchange): boolean;
}

interface Asked {
  readonly viewer: Viewer;
  readonly requestId: string;
  readonly target: RequestTarget;
}

/** Reads the OpenAPI file and the documents; rejects when they do not fit each other, the schema or the hooks. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { schema, door, hooks, runApart = async () => null, moved, folder = new URL('./', import.meta.url) } = options;
  const { publicUrl } = door;
  const { operations, prepared, route } = await readTables(schema, folder);
  requireHooks(operations, hooks);
  const guide = createPathGuide(operations, basePath);
  const read = createReads({ schema, door, runApart, moved });
  const receive = createReceive({ door, hooks, operations, run });

  return {
    async handle(exchange) {
      try {
        noteRoute(exchange.request, exchange.facts);
        const answered = await answer(exchange);
        if (answered !== null) sendAnswer(exchange.response, answered);
      } catch (error) {
        door.refuse(exchange, error);
      }
    },
    refuseUnversioned(exchange) {
      const [path = ''] = (exchange.request.url ?? '').split('?');
      if (!guide.lacksVersion(path)) return false;
      const message = `The path lacks ${basePath}. All paths of the API begin with it.`;
      door.refuse(exchange, new DomainError('not_found', message));
      return true;
    },
  };

  /** For the log, before any check, so that rejected requests have the route too. */
  function noteRoute({ url = '', method = '' }: IncomingMessage, facts: RequestFacts): void {
    const [pathname = ''] = url.split('?', 1);
    if (!pathname.startsWith(`${basePath}/`) || pathname.endsWith('/')) return;
    const match = route(method, pathname.slice(basePath.length));
    if (match === null) return;
    facts.operation = match.operation?.id ?? null;
    facts.path = `${basePath}${match.pattern.replace(/\{(\w+)\}/g, ':$1')}`;
  }

  /** Null where the response was sent already. */
  async function answer(exchange: Exchange): Promise<Answer | null> {
    const { request, response, requestId } = exchange;
    const viewer = await door.admit(exchange);
    if (viewer.operator) throw new DomainError('unauthenticated', operatorToken);
    const target = findTarget(request, { route, guide, origin: publicUrl, basePath });
    if (target.operation === null) {
      const methods = target.methods.join(', ');
      response.setHeader('Allow', methods);
      const message = `${basePath}${target.pattern} takes ${methods}, not ${request.method}.`;
      throw new DomainError('method_not_allowed', message);
    }
    hooks.authorize(viewer, documentOf(target).needs);
    const input = await readInput(target, exchange, (limits) => door.readBody(exchange, viewer, limits));
    try {
      const tokens = hooks.tokensOf?.(target.operation.id, input.body) ?? 1;
      if (tokens > 1) await door.takeTokens(viewer, response, tokens - 1);
      await refuseInput(viewer, target, input).catch((error: unknown) => {
        const { path, operation } = target;
        hooks.refused?.(viewer, operation.id, { requestId, path, body: input.body, error });
        throw error;
      });
      if (target.operation.stream !== null) return await receive(exchange, viewer, target, input);
      if (target.operation.isDownload) return await download(exchange, viewer, target, input);
      if (target.operation.method !== 'GET') return await run(viewer, requestId, target, input);
      const prepared = documentOf(target);
      const asked = { parameters: parametersOf(target), body: undefined, page: input.page };
      const variables = toVariables(prepared.inputs, asked);
      const { first, last, after, before } = input.page ?? {};
      const page = { rows: first ?? last ?? pageSize, origin: after ?? before ?? null };
      return await read(exchange, viewer, { target, prepared, variables, ...page });
    } finally {
      // Only now: the parsed body lives as long as the work on it.
      input.releaseRoom();
    }
  }

  async function download(exchange: Exchange, viewer: Viewer, target: RequestTarget, input: Input): Promise<null> {
    await hooks.download?.(exchange, Object((await run(viewer, exchange.requestId, target, input)).body).data);
    return null;
  }

  /** Rejects what the OpenAPI file rejects, with the faults that the verb finds in the same request. */
  async function refuseInput(viewer: Viewer, target: RequestTarget, input: Input): Promise<void> {
    if (Object.keys(input.faults).length === 0) return;
    for (const name of target.operation.existingParameters) {
      await hooks.requireExisting[name]?.(viewer, String(target.path[name]));
    }
    const found = input.body === undefined ? {} : await findFaults(viewer, target, input.body);
    throw invalid(faultsOfBoth(input.faults, found));
  }

  /** Returns the verb's faults under the paths of the request. */
  async function findFaults(viewer: Viewer, target: RequestTarget, body: object): Promise<FieldErrors> {
    const { inputs } = documentOf(target);
    const variables = toVariables(inputs, { parameters: parametersOf(target), body, page: null });
    const found = await hooks.findFaults(viewer, target.operation.id, variables);
    return Object.fromEntries(Object.entries(found).map(([path, said]) => [toRequestPath(inputs, path), said]));
  }

  async function run(viewer: Viewer, requestId: string, target: RequestTarget, { body, page }: Input): Promise<Answer> {
    const { operation, url } = target;
    const { omitted, isTagged } = operation;
    const { document, inputs, shape } = documentOf(target);
    const batch =
      operation.batch && body ? await readBatch({ viewer, requestId, target }, operation.batch, body) : null;
    const parameters = parametersOf(target);
    const { data, errors } = await execute({
      schema,
      document,
      // A context of its own: plugins cache rows by the context of a request.
      contextValue: { ...viewer, requestId },
      variableValues: toVariables(inputs, { parameters, body: batch?.body ?? body, page }),
    });
    if (errors?.length || !data) throw graphqlFault(errors ?? [], inputs);
    const root = data[shape];
    if (root === null || root === undefined) throw notFound();
    const [status, statusWhenCreated = status] = operation.successes;
    if (shape !== 'result') {
      return {
        status,
        ...showRead(data, { shape, url, filters: '', rows: pageSize, origin: null, omitted, isTagged }),
      };
    }
    if (status === noContent) return { status };
    const { created, replayed, ...shown } = root as Record<string, unknown>;
    const tagged = isTagged ? takeTag(shown.data) : null;
    const resource = tagged ? { ...shown, data: tagged.shown } : shown;
    const answered = batch ? { ...shown, data: await batch.results(shown.data as readonly Item[]) } : resource;
    omitNulls(answered, omitted);
    return {
      status: created === true ? statusWhenCreated : status,
      headers: { ...tagged?.headers, ...(replayed === true ? { [replayHeader]: 'true' } : {}) },
      body: answered,
    };
  }

  function readBatch({ viewer, requestId, target }: Asked, list: BatchList, body: object): Promise<Batch> {
    const { inputs } = documentOf(target);
    const { id } = target.operation;
    const bodyOf = (items: readonly unknown[]) => ({ [list.name]: items });
    return splitBatch(list, body, {
      publicUrl,
      inputs,
      findFindings: async (items) => {
        const parameters = parametersOf(target);
        const variables = toVariables(inputs, { parameters, body: bodyOf(items), page: null });
        const findings = await hooks.findItemFindings?.(viewer, id, variables);
        if (!findings) return faultsByItem(await findFaults(viewer, target, bodyOf(items)), list.name, items.length);
        return findings.map((found) =>
          found instanceof DomainError
            ? found
            : Object.fromEntries(Object.entries(found).map(([path, said]) => [toItemPath(inputs, list, path), said])),
        );
      },
      refused: (item, error) => hooks.refused?.(viewer, id, { requestId, path: target.path, body: item, error }),
    });
  }

  function documentOf({ operation }: RequestTarget): Prepared {
    const found = prepared.get(operation);
    if (!found) throw new Error(`${operation.id} was not prepared`);
    return found;
  }
}

/** `x-existing` in the OpenAPI file without a check of the domain would do nothing. */
function requireHooks(operations: readonly Operation[], { requireExisting }: RestHooks): void {
  for (const { id, existingParameters } of operations) {
    const unchecked = existingParameters.find((name) => !Object.hasOwn(requireExisting, name));
    if (unchecked !== undefined) throw new Error(`${id}: x-existing: nothing checks whether ${unchecked} exists`);
  }
}

function parametersOf({ path, values }: RequestTarget): Readonly<Record<string, unknown>> {
  const { created_after: after, ...others } = values;
  return { ...others, ...(after === undefined ? {} : { created_after: afterTime(after) }), ...path };
}
