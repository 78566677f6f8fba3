/**
 * Executes a query in the thread of dear queries, up to the text of its response: what it does there the process need
 * not do between two other requests.
 */
import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { App } from '../../../context.ts';
import { asParty } from '../../../db/connections/party.ts';
import { isSpent, withReadBudget } from '../../../ground/lists/read-budget.ts';
import { createPlaceRoom } from '../../../ground/rooms/place-room.ts';
import { mebibyte } from '../../bodies/body-limits.ts';
import { refusalOf } from '../../errors/refusal-of.ts';
import { requestFault } from '../error-http.ts';
import { createDocumentCache } from '../keep-documents.ts';
import { readBytesBeside, readBytesMax } from '../limits/read-limits.ts';
import { showError } from '../show-error.ts';
import { answerQuery, answerRest, refuseQuery, refuseRest, type ShowRest } from './answer-query.ts';
import { collectAnswers } from './collect-answers.ts';
import type { ThreadAnswer, ThreadQuery } from './thread-messages.ts';

/** Bytes that the documents kept by the thread may take in memory. */
const documentBytes = 8 * 1_024 * 1_024;
const tooManyBytes = `The operation reads more than ${readBytesMax / mebibyte} MiB of stored contents: ask for fewer rows or fields.`;

export interface RunnerParts {
  readonly schema: GraphQLSchema;
  /** The schema for the documents of REST; called when the first one comes. */
  readonly restSchema: () => GraphQLSchema;
  readonly showRest: ShowRest;
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
    const answered = await run(query);
    if ('bytes' in answered) collectAnswers(answered.bytes.byteLength);
    return answered;
  };

  async function run(query: ThreadQuery): Promise<ThreadAnswer> {
    const { viewer, rest } = query;
    const { requestId, platformId: platform, apiKeyId: key } = viewer;
    const refused = (thrown: unknown) => refusalOf(app.log, thrown, { requestId, platform, key });
    const show = (error: unknown) => showError(error, { refusalOf: refused, production: app.config.production });
    const answer = (result: ExecutionResult): ThreadAnswer =>
      rest
        ? answerRest(result, { rest, refused, showRest: parts.showRest })
        : answerQuery(result, { show, publicUrl: app.publicUrl, query });
    const refuse = (error: unknown) => (rest ? refuseRest(refused(error)) : refuseQuery(show(error)));
    try {
      const beside = await executeUpTo(query, readBytesBeside);
      if (beside !== null) return answer(beside);
      return await largeReads(partyOf(query), async () => {
        const result = await executeUpTo(query, readBytesMax);
        return result === null ? refuse(new GraphQLError(tooManyBytes, { extensions: requestFault })) : answer(result);
      });
    } catch (error) {
      // Whatever fails is the failure of this query alone.
      return refuse(error);
    }
  }

  /** Null where the query reads more than `bytes`. */
  async function executeUpTo(query: ThreadQuery, bytes: number): Promise<ExecutionResult | null> {
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
