/**
 * Bounds the responses that clients do not read (docs/rules.md#unread-responses). A response stays in memory until the
 * system has taken its last byte, so callers that ask for large pages and read none of them would fill the process.
 */
import type { ServerResponse } from 'node:http';
import { bytesLeft } from './bytes-left.ts';
import type { Admission } from './request-room.ts';
import { type StartTimer, startTimer } from './start-timer.ts';

/** Interval between looks at the held responses; milliseconds. */
const lookEvery = 1_000;
/**
 * Looks without progress after which a response is cut. Linux reports room for more when a third of a connection's send
 * buffer is free again: up to 1.3 MB of 4. So a client that reads all the time, but slowly, seems to read nothing for as
 * long as it needs for those, and this leaves room for 12 kB a second.
 */
const looksMax = 120;
/**
 * Looks without progress after which a response is cut where there are too many bytes, or its caller asks for more. For
 * the same reason a client of such a caller has to read some 260 kB a second.
 */
const looksInNeed = 5;
/** Bytes of unread responses that a process holds. */
const unreadRoom = 32 * 1024 * 1024;
/** Times `unreadRoom` beyond which a response is cut although its client reads. */
const hardFactor = 4;
/** Bytes that a caller may leave unread and still ask for more, whatever others hold. */
const unreadFree = 1024 * 1024;

/** A response and who asked for it. */
export interface Asked {
  readonly response: ServerResponse;
  /** Null: somebody without a key. */
  readonly caller: string | null;
  /** The bytes of the body are in memory once, for all callers; only the time counts. */
  readonly sharesBody: boolean;
}

export interface UnreadResponses extends Admission {
  /** Looks at a response whose body was handed to Node, or its first part. */
  look(asked: Asked): void;
}

interface Held {
  readonly response: ServerResponse;
  readonly caller: string;
  readonly counts: boolean;
  bytes: number;
  /** Looks since the system took the last part. */
  looks: number;
}

const anyone = 'anyone';

export function createUnreadResponses(room = unreadRoom, timer: StartTimer = startTimer): UnreadResponses {
  /** In the order in which they came. */
  const responses = new Map<ServerResponse, Held>();
  const callers = new Map<string, number>();
  /** Callers that asked for more than they may. */
  const heldBack = new Set<string>();
  const listeners: (() => void)[] = [];
  let bytes = 0;
  let stopLooking: (() => void) | null = null;

  function count(held: Held, left: number): void {
    const more = held.counts ? left - held.bytes : 0;
    if (more === 0) return;
    held.bytes = left;
    bytes += more;
    const sum = (callers.get(held.caller) ?? 0) + more;
    if (sum > 0) callers.set(held.caller, sum);
    else callers.delete(held.caller);
    if (more < 0) for (const listener of listeners) listener();
  }

  function release(held: Held): void {
    if (!responses.delete(held.response)) return;
    count(held, 0);
    if (responses.size > 0) return;
    // Nobody is over a limit now.
    heldBack.clear();
    stopLooking?.();
    stopLooking = null;
  }

  function lookAgain(): void {
    for (const held of responses.values()) {
      held.looks += 1;
      if (held.looks >= looksMax) cut(held);
    }
    cutForCallers();
    cutInNeed();
    stopLooking = responses.size > 0 ? timer(lookEvery, lookAgain) : null;
  }

  function cut(held: Held): void {
    release(held);
    held.response.destroy();
  }

  /** A caller that asks for more loses what it does not read. */
  function cutForCallers(): void {
    for (const caller of heldBack) {
      while (!mayTake(caller)) {
        const slowest = slowestOf((held) => held.caller === caller);
        if (slowest === null || slowest.looks < looksInNeed) break;
        cut(slowest);
      }
      if (mayTake(caller)) heldBack.delete(caller);
    }
  }

  /** Of the callers that hold no less than their equal part, the one that reads most slowly loses a response. */
  function cutInNeed(): void {
    while (bytes > room) {
      const part = bytes / callers.size;
      const slowest = slowestOf(({ caller }) => (callers.get(caller) ?? 0) >= part);
      if (slowest === null || (bytes <= hardFactor * room && slowest.looks < looksInNeed)) return;
      cut(slowest);
    }
  }

  /** The response that has made no progress for longest. */
  function slowestOf(isOne: (held: Held) => boolean): Held | null {
    let slowest: Held | null = null;
    for (const held of responses.values()) {
      if (held.counts && isOne(held) && (slowest === null || held.looks > slowest.looks)) slowest = held;
    }
    return slowest;
  }

  function mayTake(caller: string): boolean {
    return (callers.get(caller) ?? 0) <= Math.max(unreadFree, room - bytes);
  }

  return {
    look({ response, caller, sharesBody }) {
      // What the system did not take is in memory now.
      if (response.destroyed || response.socket === null || responses.has(response) || bytesLeft(response) === 0)
        return;
      const held: Held = { response, caller: caller ?? anyone, counts: !sharesBody, bytes: 0, looks: 0 };
      responses.set(response, held);
      response.on('drain', () => {
        if (!responses.has(response)) return;
        held.looks = 0;
        count(held, bytesLeft(response));
      });
      response.once('finish', () => release(held)).once('close', () => release(held));
      count(held, bytesLeft(response));
      cutInNeed();
      if (responses.size > 0) stopLooking ??= timer(lookEvery, lookAgain);
    },
    mayTake(caller) {
      const may = mayTake(caller);
      if (!may) heldBack.add(caller);
      return may;
    },
    whenEased(listener) {
      listeners.push(listener);
    },
  };
}
