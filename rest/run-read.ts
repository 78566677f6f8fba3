/**
 * Executes the document of a GET: between the requests of others, or in the thread of dear queries where it reads more
 * than it may hold there (docs/rules.md#bytes-of-reads).
 */
import { execute, GraphQLError, type GraphQLSchema, print } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { DomainError, notFound } from '../src/ground/errors/errors.ts';
import { pageSize } from '../src/ground/lists/keyset.ts';
import type { Door } from '../src/http/door.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { RestRead, ThreadAnswer, ThreadQuery } from '../src/http/graphql/thread/thread-messages.ts';
import { executeHere, readBytesHere } from '../src/http/reads/execute-here.ts';
import type { MovedReads } from '../src/http/reads/moved-reads.ts';
import { sizeOfObject, sizeOfPage } from '../src/http/reads/read-room.ts';
import type { Answer } from '../src/http/send-answer.ts';
import { hasAlready, tagHeader } from './etags.ts';
import { graphqlFault } from './graphql-faults.ts';
import { showRead } from './page.ts';
import type { Prepared } from './prepare.ts';
import type { RequestTarget } from './read-request.ts';

/** A read for the thread; null where there is none. Rejects with `unavailable`. */
export type RunApart = (
  exchange: Exchange,
  viewer: Viewer,
  query: Pick<ThreadQuery, 'text' | 'variables' | 'rest'>,
) => Promise<ThreadAnswer | null>;

/** The status of a read whose response the client has already. */
const notModified = 304;

interface Read {
  readonly target: RequestTarget;
  readonly prepared: Prepared;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Most rows of the page. */
  readonly rows: number;
  /** The connection's cursor from which a page is asked; null for the first page, and for what is no page. */
  readonly origin: string | null;
}

interface Parts {
  readonly schema: GraphQLSchema;
  readonly door: Door;
  readonly runApart: RunApart;
  readonly moved: MovedReads;
}

export type RunRead = (exchange: Exchange, viewer: Viewer, read: Read) => Promise<Answer>;

export function createReads({ schema, door, runApart, moved }: Parts): RunRead {
  return async (exchange, viewer, { target, prepared, variables, rows, origin }) => {
    const { operation, url, query } = target;
    const { document, inputs, shape } = prepared;
    if (shape === 'result') throw new Error(`${operation.id} reads, and its document writes`);
    const [status] = operation.successes;
    const { omitted, isTagged } = operation;
    const form: RestRead = { shape, url, filters: String(filtersOf(query)), rows, origin, omitted, isTagged };
    const size = shape === 'page' ? sizeOfPage * Math.ceil(rows / pageSize) : sizeOfObject;
    const begin = () => door.beginRead(exchange, viewer, size);
    const { requestId } = exchange;
    const executeFor = (contextValue: Viewer) =>
      execute({ schema, document, variableValues: variables, contextValue: { ...contextValue, requestId } });

    const isHeavyReader = () => door.isHeavyReader(viewer);
    const here = await executeHere({ viewer, begin, moved, name: url, isHeavyReader, execute: executeFor });
    if (here === null) {
      const apart = await runApart(exchange, viewer, { text: print(document), variables, rest: form });
      if (apart !== null) return unlessKnown({ status, ...shownApart(apart) });
    }
    const { data, errors } = here ?? (await executeAlone());
    if (errors?.length || !data) throw graphqlFault(errors ?? [], inputs);
    if (data[shape] == null) throw notFound();
    return unlessKnown({ status, ...showRead(data, form) });

    /** The client may have the response already. */
    function unlessKnown(answer: Answer): Answer {
      const known = hasAlready(exchange.request.headers['if-none-match'], answer.headers?.[tagHeader]);
      return known ? { status: notModified, headers: answer.headers ?? {} } : answer;
    }

    /** Without a thread, as in a test. */
    async function executeAlone() {
      const end = await begin();
      return Promise.resolve(executeFor(viewer)).finally(() => end(readBytesHere));
    }

    function shownApart(answer: ThreadAnswer): Pick<Answer, 'bytes' | 'headers'> {
      if ('bytes' in answer) return { bytes: answer.bytes, headers: answer.headers ?? {} };
      if (!('refusal' in answer)) throw new Error('The thread answered a read of REST as if it were a query');
      const { code, message, details } = answer.refusal;
      const originalError = new DomainError(code, message, details);
      throw graphqlFault([new GraphQLError(message, { path: [shape], originalError })], inputs);
    }
  };
}

function filtersOf(query: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams(query);
  filters.delete('cursor');
  return filters;
}
