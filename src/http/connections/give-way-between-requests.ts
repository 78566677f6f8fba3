/**
 * Requests begin a few at a time (docs/rules.md#requests-in-turn). All that arrived together would else begin in one
 * round of the event loop: the first steps of five thousand take half a second, in which no other request is even read.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Milliseconds of one round of the event loop in which requests may begin. One request a round begins in any case. */
const stretch = 5;
/** Requests that wait and begin in one round, at most. */
const beginsMax = 16;
/** The page of a monitor waits for nobody: its answer is ready. */
const unhindered = '/health';

type Arrival = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Calls `listener` with each request, in turn by caller: callers differ in their `Authorization`, and those without one
 * are one caller.
 */
export function giveWayBetweenRequests(listener: RequestListener): RequestListener {
  /** By caller, the one whose turn it is first. */
  const waiting = new Map<string, Arrival[]>();
  /** When the first request of this round began; null: no request did. */
  let began: number | null = null;
  let turning = false;

  const isOver = () => began !== null && performance.now() - began >= stretch;

  function begin([request, response]: Arrival): void {
    began ??= performance.now();
    // The caller may have left while the request waited.
    if (!request.destroyed) listener(request, response);
  }

  function beginNext(): void {
    const [next] = waiting;
    if (next === undefined || isOver()) return;
    const [caller, exchanges] = next;
    const exchange = exchanges.shift();
    // Behind the other callers: a Map gives what is set anew at its end.
    waiting.delete(caller);
    if (exchanges.length > 0) waiting.set(caller, exchanges);
    if (exchange) begin(exchange);
  }

  /** Ends a round. Runs after all sockets of the round were read. */
  function turn(): void {
    began = null;
    turning = waiting.size > 0;
    if (!turning) return;
    for (let begins = 0; begins < beginsMax; begins += 1) setImmediate(beginNext);
    setImmediate(turn);
  }

  return (request, response) => {
    if (request.url === unhindered) return listener(request, response);
    if (!turning) {
      turning = true;
      setImmediate(turn);
    }
    if (waiting.size === 0 && !isOver()) return begin([request, response]);
    const caller = request.headers.authorization ?? '';
    const exchanges = waiting.get(caller);
    if (exchanges) exchanges.push([request, response]);
    else waiting.set(caller, [[request, response]]);
  };
}
