import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Viewer } from '../../context.ts';
import { asParty } from '../../db/connections/party.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { giveWayBefore } from '../../ground/give-way/give-way-before.ts';
import type { ReleaseRoom } from '../request-room.ts';
import { sharedName, sharedResult } from './shared-results.ts';

type Stream = NonNullable<Viewer['stream']>;

export interface SubscriptionTerms {
  readonly stream: Stream;
  /** Waits until the selection may be executed beside other operations; null: it waits for none. */
  readonly takeRoom: (() => Promise<ReleaseRoom>) | null;
  /** Executes the selection for one event. */
  readonly executeEvent: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
  /** Added to each result. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/**
 * Subscribes, and executes the selection for each event with a context of its own: what one event has loaded is neither
 * kept nor counted for the next. Streams of one name share the result of an event. Returns a result where the
 * subscription itself is rejected; else results that end with an error unless the client has left. They never reject.
 */
export async function runSubscription(
  args: ExecutionArgs & { readonly contextValue: Viewer },
  terms: SubscriptionTerms,
): Promise<AsyncGenerator<ExecutionResult, void, undefined> | ExecutionResult> {
  const { stream } = terms;
  const contextValue = { ...args.contextValue, stream };
  const party = { kind: 'requests', name: stream.platformId ?? 'operator' } as const;
  const source = await asParty(party, () => createSourceEventStream({ ...args, contextValue }));
  if (!(Symbol.asyncIterator in source)) return source;
  const iterator = source[Symbol.asyncIterator]();
  // The first event, or the error for which there is none, decides how the request is answered.
  let first: IteratorResult<unknown>;
  try {
    first = await asParty(party, () => iterator.next());
  } catch (error) {
    // Nobody reads the answer to a client that has left.
    const hasLeft = stream.signal.aborted && stream.signal.reason === null;
    return { errors: [asGraphqlError(hasLeft ? new DomainError('unavailable') : error)] };
  }

  const name = sharedName(args);

  async function executeOn(rootValue: unknown): Promise<ExecutionResult> {
    const release = await terms.takeRoom?.();
    try {
      const result = await giveWayBefore(async () =>
        terms.executeEvent({ ...args, rootValue, contextValue: { ...contextValue } }),
      );
      return { ...result, extensions: { ...result.extensions, ...terms.extensions } };
    } finally {
      release?.();
    }
  }

  async function* results(): AsyncGenerator<ExecutionResult, void, undefined> {
    try {
      let event = first;
      while (!event.done) {
        const { value } = event;
        yield await asParty(party, () => sharedResult(value as object, name, () => executeOn(value)));
        event = await asParty(party, () => iterator.next());
      }
    } catch (error) {
      // The reason is null when the client has left.
      if (!stream.signal.aborted || stream.signal.reason !== null) yield { errors: [asGraphqlError(error)] };
    } finally {
      await iterator.return?.();
    }
  }
  return results();
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
