/** Files that requests bring: the document makes a place, the hook takes the file there, and another document answers. */
import type { Viewer } from '../src/context.ts';
import { isRecord } from '../src/ground/input/input.ts';
import type { Door } from '../src/http/door.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { Answer } from '../src/http/send-answer.ts';
import type { Operation } from './contract.ts';
import type { Input, RequestTarget } from './read-request.ts';
import type { RestHooks } from './rest-hooks.ts';

interface Parts {
  readonly door: Door;
  readonly hooks: RestHooks;
  readonly operations: readonly Operation[];
  /** Executes the document of an operation. */
  readonly run: (viewer: Viewer, requestId: string, target: RequestTarget, input: Input) => Promise<Answer>;
}

export type Receive = (exchange: Exchange, viewer: Viewer, target: RequestTarget, input: Input) => Promise<Answer>;

export function createReceive({ door, hooks, operations, run }: Parts): Receive {
  return async (exchange, viewer, target, input) => {
    const { requestId } = exchange;
    const { status, body } = await run(viewer, requestId, target, input);
    const id = idOf(body);
    const chunks = door.readFile(exchange, viewer);
    await hooks.receive?.(viewer, target.operation.id, { path: target.path, id, chunks });
    const operation = operations.find(({ id: known }) => known === target.operation.stream);
    if (!operation) throw new Error(`${target.operation.id} names no operation that answers`);
    const answering = { ...target, operation, path: { ...target.path, id } };
    const { body: shown } = await run(viewer, requestId, answering, input);
    return { status, body: shown };
  };
}

/** The id of the object that a document made. */
function idOf(body: unknown): string {
  const id = isRecord(body) && isRecord(body.data) ? body.data.id : null;
  if (typeof id !== 'string') throw new Error('The place of a file has no id');
  return id;
}
