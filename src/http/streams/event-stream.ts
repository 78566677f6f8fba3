/**
 * Sends the results of a subscription as server-sent events, in the distinct connections mode of GraphQL over SSE:
 * `next` for each result and `complete` at the end. The next result is made when the client has read those before, so a
 * client that does not read keeps one event in memory (docs/rules.md#live-streams).
 */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type StartTimer, startTimer } from '../connections/start-timer.ts';
import { heartbeatEvery, lastWordMax, unreadMax } from '../graphql/limits/event-limits.ts';

export interface EventStreamTerms {
  /** Aborted when the results are about to end. */
  readonly signal: AbortSignal;
  /** Ends the results, because the client has left or does not read. */
  readonly giveUp: (why: 'gone' | 'unread') => void;
  readonly timer?: StartTimer;
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would hold events back otherwise.
  'X-Accel-Buffering': 'no',
} as const;
/** A comment, which clients ignore. */
const heartbeat = ':\n\n';

/** The text of results that several streams may show. */
const texts = new WeakMap<ExecutionResult, Buffer>();

function textOf(result: ExecutionResult): Buffer {
  const known = texts.get(result);
  if (known) return known;
  const text = Buffer.from(`event: next\ndata: ${JSON.stringify(result)}\n\n`);
  texts.set(result, text);
  return text;
}

/** Resolves when the response has ended. `results` must not reject. */
export async function sendEvents(
  response: ServerResponse,
  results: AsyncIterable<ExecutionResult>,
  { signal, giveUp, timer = startTimer }: EventStreamTerms,
): Promise<void> {
  const leave = () => giveUp('gone');
  response.once('close', leave);
  if (response.destroyed) leave();
  else response.writeHead(200, headers).write(heartbeat);
  const stopBeat = beat(response, timer);
  try {
    for await (const result of results) {
      if (response.destroyed) break;
      if (response.write(textOf(result))) continue;
      const stopTimer = timer(unreadMax, () => giveUp('unread'));
      await drained(response, signal);
      stopTimer();
    }
  } finally {
    stopBeat();
    response.off('close', leave);
  }
  await end(response, timer);
}

/** Writes a comment now and then; returns the function that stops that. */
function beat(response: ServerResponse, timer: StartTimer): () => void {
  let stop = timer(heartbeatEvery, write);
  function write(): void {
    if (!response.writableNeedDrain && !response.destroyed) response.write(heartbeat);
    stop = timer(heartbeatEvery, write);
  }
  return () => stop();
}

/** Resolves when the client has read on, has left, or is to be told the end. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (response.destroyed || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
    signal.addEventListener('abort', done);
  });
}

/** Says that nothing follows, and closes the connection of a client that does not take the last event in time. */
function end(response: ServerResponse, timer: StartTimer): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const stopTimer = timer(lastWordMax, () => response.destroy());
    response.once('close', () => {
      stopTimer();
      resolve();
    });
    response.end('event: complete\ndata:\n\n');
  });
}
