/**
 * Reads of rows that may be megabytes: one after the other for each request, and no more bytes than a response may
 * hold.
 */

import type { Viewer } from '../src/context.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { giveWay } from '../src/ground/give-way/give-way.ts';
import { jsonBytes } from '../src/ground/json-bytes.ts';
import { answerBytesMax, answerMax } from '../src/ground/lists/answer-limit.ts';

/** Bytes from which other requests run before the response is made. */
const largeBytes = 65_536;

interface Budget {
  /** Bytes that may still be read. */
  left: number;
  /** Settles when the earlier reads are done. */
  last: Promise<unknown>;
}

/** Each request has a context of its own. */
const budgets = new WeakMap<Viewer, Budget>();

/** Reads after the earlier reads of the same request. Rejects once all reads together exceed the response limit. */
export function withinAnswer<Result>(viewer: Viewer, read: () => Promise<Result>): Promise<Result> {
  const budget = budgets.get(viewer) ?? { left: answerBytesMax, last: Promise.resolve() };
  budgets.set(viewer, budget);
  const done = budget.last.then(async () => {
    if (budget.left < 0) throw tooLarge();
    const result = await read();
    // The driver has just parsed the rows: measuring them gets a turn of its own, and so does the response.
    await giveWay();
    const bytes = jsonBytes(result, budget.left);
    budget.left -= bytes;
    if (budget.left < 0) throw tooLarge();
    if (bytes > largeBytes) await giveWay();
    return result;
  });
  budget.last = done.catch(() => undefined);
  return done;
}

function tooLarge(): DomainError {
  return new DomainError('validation_failed', `The answer is larger than ${answerMax}: ask for fewer rows or fields.`);
}
