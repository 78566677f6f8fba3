/**
 * Executes a query in the thread of dear queries, up to the text of its response: what it does there the process need
 * not do between two other requests.
 */
import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { App } from '../../context.ts';
import { asParty } from '../../db/party.ts';
import { isSpent, withReadBudget } from '../../ground/read-budget.ts';
import { createPlaceRoom } from '../../ground/rooms/place-room.ts';
import { mebibyte } from '../body-limits.ts';
import { refusalOf } from '../refusal-of.ts';
import { answerQuery, answerRest, type RestBody, refuseQuery, refuseRest } from './answer-query.ts';
import { createDocumentCache } from './keep-documents.ts';
import { readBytesBeside, readBytesMax } from './read-limits.ts';
import { requestFault } from './refusal.ts';
import { showError } from './show-error.ts';
import type { ThreadAnswer, ThreadQuery } from './thread-messages.ts';

/** Bytes that the documents kept by the thread may take in memory. */
const documentBytes = 8 * 1_024 * 1_024;
const tooManyBytes = `The operation reads more than ${readBytesMax / mebibyte} MiB of stored contents: ask for fewer rows or fields.`;

export interface RunnerParts {
  readonly schema: GraphQLSchema;
  /** The schema for the documents of REST; called when the first one comes. */
  readonly restSchema: () => GraphQLSchema;
  readonly restBody: RestBody;
}

export function createQueryRunner(app: App, parts: RunnerParts): (query: ThreadQuery) => Promise<ThreadAnswer> {
  const documents = createDocumentCache(documentBytes);
  /** One query with many bytes at a time: two would need more memory than the thread has. */
  const largeReads = createPlaceRoom(1);
  const documentOf = (text: string) => {
    const known = documents.get(text);
    if (known) return known;
    const document = parse(text);
    documents.set(text, document);
    return document;
  };

  return async (query) => {
    const { viewer, rest } = query;
    const refused = (thrown: unknown) => refusalOf(app.log, thrown, { requestId: viewer.requestId });
    const show = (error: unknown) => showError(error, { refusalOf: refused, production: app.config.production });
    const answer = (result: ExecutionResult): ThreadAnswer =>
      rest
        ? answerRest(result, { rest, refused, restBody: parts.restBody })
        : answerQuery(result, { show, publicUrl: app.publicUrl, query });
    const refuse = (error: unknown) => (rest ? refuseRest(refused(error)) : refuseQuery(show(error)));
    try {
      const beside = await executeWithin(query, readBytesBeside);
      if (beside !== null) return answer(beside);
      return await largeReads(partyOf(query), async () => {
        const result = await executeWithin(query, readBytesMax);
        return result === null ? refuse(new GraphQLError(tooManyBytes, { extensions: requestFault })) : answer(result);
      });
    } catch (error) {
      // Whatever fails is the failure of this query alone.
      return refuse(error);
    }
  };

  /** Null where the query reads more than `bytes`. */
  async function executeWithin(query: ThreadQuery, bytes: number): Promise<ExecutionResult | null> {
    const { text, operationName, variables, viewer, at, rest } = query;
    const contextValue = { ...viewer, app: { ...app, clock: { ...app.clock, now: () => at } } };
    const schema = rest ? parts.restSchema() : parts.schema;
    const document = documentOf(text);
    const budget = { left: bytes };
    const result = await asParty({ kind: 'requests', name: partyOf(query) }, async () =>
      withReadBudget(budget, () =>
        execute({ schema, document, operationName, variableValues: variables, contextValue }),
      ),
    );
    return isSpent(budget) ? null : result;
  }
}

function partyOf({ viewer }: ThreadQuery): string {
  return viewer.platformId ?? 'operator';
}
