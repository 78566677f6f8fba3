/**
 * Subscriptions over server-sent events (docs/rules.md#live-streams). Checks a subscription as any operation, opens its
 * stream, and sends its results itself: the response lives for minutes, beside the limits of other responses.
 */
import { type ExecutionArgs, type ExecutionResult, execute, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '../../context.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { mebibyte } from '../bodies/body-limits.ts';
import type { Exchange } from '../exchange.ts';
import { sendEvents } from '../streams/event-stream.ts';
import { runSubscription } from '../streams/run-subscription.ts';
import { refusal } from './error-http.ts';
import { executeWithin } from './execute-within.ts';
import { boundResult } from './limits/bound-answer.ts';
import { eventBytesMax, subscriptionBytesMax } from './limits/event-limits.ts';
import { checkOperation, type Sender } from './limits/limit-operation.ts';
import { eventReadBytesMax } from './limits/read-limits.ts';
import { cheapCost } from './thread/runs-on-thread.ts';

type Stream = NonNullable<Viewer['stream']>;

interface Subscriber extends Sender {
  readonly exchange: Exchange;
}

const ofEvent = {
  bytes: eventReadBytesMax,
  message: `The event reads more than ${eventReadBytesMax / mebibyte} MiB of stored contents: subscribe to fewer fields after the last cursor.`,
};

/** Results that need no change by bounds; several streams may show them. */
const fitting = new WeakSet<ExecutionResult>();

/** The streams of requests whose subscription was accepted. */
const streams = new WeakMap<Exchange, Stream>();

interface SubscribeParts {
  readonly publicUrl: string;
  /** Opens a stream of the caller; throws `rate_limited`, `unavailable`. */
  readonly openStream: (viewer: Viewer) => Stream;
}

export function subscribe({ publicUrl, openStream }: SubscribeParts): Plugin<Sender, { readonly exchange: Exchange }> {
  return {
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const context = args.contextValue as unknown as Subscriber;
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) return;
      checkRequest(context);
      const checked = checkOperation(args, operation);
      if ('refused' in checked) return setResultAndStopExecution(checked.refused);
      const { cost, extensions } = checked;
      setSubscribeFn(async (given: ExecutionArgs) => {
        const stream = openStream(context);
        const { response } = context.exchange;
        // A client that leaves before the first event costs no further statements.
        const leave = () => stream.end(null);
        response.once('close', leave);
        if (response.destroyed) leave();
        const takeRoom = cost <= cheapCost ? null : () => context.takeRoom(cost);
        let results: Awaited<ReturnType<typeof runSubscription>> | null = null;
        try {
          results = await runSubscription(
            { ...given, contextValue: context },
            {
              stream,
              takeRoom,
              extensions,
              executeEvent: (event) => executeWithin(ofEvent, () => execute(event)),
            },
          );
        } finally {
          if (results && Symbol.asyncIterator in results) streams.set(context.exchange, stream);
          else stream.end(null);
        }
        return results;
      });
    },
    onResultProcess({ result, serverContext, setResultProcessor }) {
      const { exchange } = serverContext;
      const stream = streams.get(exchange);
      if (!stream || !(Symbol.asyncIterator in result)) return;
      const results = bounded(result as AsyncIterable<ExecutionResult>, exchange);
      setResultProcessor(async (_result, fetchAPI) => {
        await sendEvents(exchange.response, results, {
          signal: stream.signal,
          giveUp: (why) => stream.end(why === 'gone' ? null : tooSlow()),
        });
        stream.end(null);
        // Yoga sends no response where one has ended.
        return new fetchAPI.Response(null);
      }, 'text/event-stream');
    },
  };

  /** Bounds each event. One that is too large is the last: its changes would be missing from those behind it. */
  async function* bounded(results: AsyncIterable<ExecutionResult>, { requestId, facts }: Exchange) {
    for await (const result of results) {
      const event = fitting.has(result)
        ? result
        : boundResult(result, { publicUrl, requestId, spec: true, bytes: eventBytesMax });
      if (event === result) fitting.add(result);
      const code = event.errors?.[0]?.extensions.code;
      if (typeof code === 'string') facts.code = code;
      yield event;
      if (result.data != null && event.data === null) return;
    }
  }
}

/** Rejects a request that takes no events, and one whose body would hold room as long as the stream lives. */
function checkRequest({ exchange, bodyBytes }: Subscriber): void {
  const { accept = '' } = exchange.request.headers;
  if (!/\btext\/event-stream\b/i.test(accept)) {
    throw refusal(new DomainError('validation_failed', 'A subscription must be sent with Accept: text/event-stream.'));
  }
  if (bodyBytes > subscriptionBytesMax) {
    const message = `The body of a subscription may have ${subscriptionBytesMax / 1_024} KiB.`;
    throw refusal(new DomainError('payload_too_large', message));
  }
}

function tooSlow(): DomainError {
  return new DomainError('unavailable', 'The client reads too slowly. Subscribe again after the last cursor.');
}
