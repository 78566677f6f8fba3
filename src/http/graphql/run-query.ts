/**
 * Executes a query in the thread of dear queries, up to the text of its response: what it does there the process need
 * not do between two other requests.
 */
import { execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { App } from '../../context.ts';
import { asParty } from '../../db/party.ts';
import { isSpent, withReadBudget } from '../../db/read-budget.ts';
import { createFairGate } from '../../turns/fair-gate.ts';
import { mebibyte } from '../body-limits.ts';
import { refusalOf } from '../refusal-of.ts';
import { answerBytesMax } from './answer-limit.ts';
import { boundData, boundErrors, hasData } from './bound-answer.ts';
import { faultsMax } from './graphql-limits.ts';
import { createDocumentCache } from './keep-documents.ts';
import { readBytesBeside, readBytesMax } from './read-limits.ts';
import { requestFault } from './refusal.ts';
import { showError } from './show-error.ts';
import type { ThreadAnswer, ThreadError, ThreadQuery } from './thread-messages.ts';

/** Bytes that the documents kept by the thread may take in memory. */
const documentBytes = 8 * 1_024 * 1_024;

const encoder = new TextEncoder();

const tooManyBytes = `The operation reads more than ${readBytesMax / mebibyte} MiB of stored contents: ask for fewer rows or fields.`;

export function createQueryRunner(app: App, schema: GraphQLSchema): (query: ThreadQuery) => Promise<ThreadAnswer> {
  const documents = createDocumentCache(documentBytes);
  /** One query with many bytes at a time: two would need more memory than the thread has. */
  const largeReads = createFairGate(1);
  const documentOf = (text: string) => {
    const known = documents.get(text);
    if (known) return known;
    const document = parse(text);
    documents.set(text, document);
    return document;
  };
  return async (query) => {
    const show = (error: unknown) =>
      showError(error, {
        refusalOf: (thrown) => refusalOf(app.log, thrown, { requestId: query.viewer.requestId }),
        production: app.config.production,
      });
    try {
      const beside = await answer(query, show, readBytesBeside);
      if (beside !== null) return beside;
      const alone = await largeReads(query.viewer.platformId ?? 'operator', () => answer(query, show, readBytesMax));
      return (
        alone ?? { data: null, errors: [partsOf(show(new GraphQLError(tooManyBytes, { extensions: requestFault })))] }
      );
    } catch (error) {
      // Whatever fails is the failure of this query alone.
      return { data: null, errors: [partsOf(show(error))] };
    }
  };

  /** Null where the query reads more than `bytes`. */
  async function answer(
    query: ThreadQuery,
    show: (error: unknown) => GraphQLError,
    bytes: number,
  ): Promise<ThreadAnswer | null> {
    const { text, operationName, variables, viewer, at, extensions } = query;
    const { requestId, platformId } = viewer;
    const contextValue = { ...viewer, app: { ...app, clock: { now: () => at } } };
    const document = documentOf(text);
    const budget = { left: bytes };
    const { errors: thrown, ...rest } = await asParty({ kind: 'requests', name: platformId ?? 'operator' }, async () =>
      withReadBudget(budget, () =>
        execute({ schema, document, operationName, variableValues: variables, contextValue }),
      ),
    );
    if (isSpent(budget)) return null;
    const bounded = boundData({ ...rest, ...(thrown && { errors: thrown.map(show) }) }, answerBytesMax);
    const { errors } = bounded;
    // The process makes the response that holds nothing but errors: they decide its status.
    if (errors !== undefined && !hasData(bounded)) {
      return { data: bounded.data ?? null, errors: errors.slice(0, faultsMax).map(partsOf) };
    }
    const shown = errors && boundErrors(errors, { publicUrl: app.publicUrl, requestId, spec: true, partial: true });
    const { data } = bounded;
    const code = shown?.[0]?.extensions.code;
    const body = { ...(shown && { errors: shown }), data, extensions };
    return { bytes: encoder.encode(JSON.stringify(body)), code: typeof code === 'string' ? code : null };
  }
}

function partsOf({ message, positions, path, extensions }: GraphQLError): ThreadError {
  return { message, positions, path, extensions };
}
