/** Subscriptions in a world, without HTTP. */

import { type DocumentNode, type ExecutionResult, execute, parse } from 'graphql';
import { schema } from '../../schema/index.ts';
import type { Viewer } from '../../src/context.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { runSubscription } from '../../src/http/streams/run-subscription.ts';
import { usualScopes } from '../../src/platforms/keys/scopes.ts';
import type { Answer } from './world.ts';

export interface OpenSubscription {
  /** The result of the next event; null once the stream has ended. */
  next(): Promise<Answer | null>;
  close(): void;
}

/** The service keeps documents too (src/http/graphql/keep-documents.ts). */
const documents = new Map<string, DocumentNode>();

/** Opens a stream of the viewer. A subscription that is rejected has one result, which says so. */
export async function openSubscription(
  viewer: Viewer,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<OpenSubscription> {
  // The keys of test worlds were made without naming scopes.
  const scopes = viewer.scopes.filter((scope) => usualScopes.includes(scope));
  const stream = viewer.app.parts.streams.open({ ...viewer, scopes });
  const made = await runSubscription(
    { schema, document: documents.get(source) ?? parsed(source), variableValues, contextValue: viewer },
    { stream, takeRoom: null, extensions: {}, executeEvent: execute },
  );
  const results = Symbol.asyncIterator in made ? made : one(made);
  return {
    async next() {
      const { done, value } = await results.next();
      return done || !value ? null : asAnswer(value);
    },
    close: () => stream.end(null),
  };
}

/** The first result of a subscription, which is then closed. */
export async function firstEvent(viewer: Viewer, source: string): Promise<Answer> {
  const opened = await openSubscription(viewer, source);
  const first = await opened.next();
  opened.close();
  if (first === null) throw new Error('A subscription ended without a result');
  return first;
}

function parsed(source: string): DocumentNode {
  const document = parse(source);
  documents.set(source, document);
  return document;
}

async function* one(result: ExecutionResult) {
  yield result;
}

function asAnswer({ data, errors }: ExecutionResult): Answer {
  const refused = errors?.map(({ originalError }) => originalError).find((error) => error instanceof DomainError);
  return { data, refusal: refused ?? null, errors: errors?.map((error) => error.toJSON()) ?? [] };
}
