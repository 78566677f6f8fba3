/** Executes a read of REST in the thread of dear queries (docs/rules.md#graphql-query-thread). */
import type { App, Viewer } from '../../context.ts';
import type { Exchange } from '../exchange.ts';
import type { QueryThread } from '../graphql/thread/query-thread.ts';
import type { ThreadAnswer, ThreadQuery } from '../graphql/thread/thread-messages.ts';
import { takeRoom } from '../request-room.ts';

/** What a read counts as among the dear operations of the process, in the cost of GraphQL: about that of a page. */
const largeReadCost = 1_000;

interface Place {
  readonly app: App;
  readonly queries: QueryThread | null;
  readonly exchange: Exchange;
}

/** Null where there is no thread. Rejects with `unavailable`. */
export async function readApart(
  { app, queries, exchange: { response, caller } }: Place,
  { app: _, stream: __, ...viewer }: Viewer,
  query: Pick<ThreadQuery, 'text' | 'variables' | 'rest'>,
): Promise<ThreadAnswer | null> {
  if (queries === null) return null;
  const release = await takeRoom(app.parts.operationRoom, response, caller ?? 'operator', largeReadCost);
  try {
    return await queries.run({ ...query, operationName: null, extensions: {}, viewer, at: app.clock.now() });
  } finally {
    release();
  }
}
