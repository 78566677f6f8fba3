import type { App } from '../context.ts';
import type { QueueState } from '../turns/wake.ts';

export type { QueueState };

/** For the operator: the queues by which processes ask each other for turns. */
export async function readQueues({ wake }: App): Promise<QueueState[]> {
  return [...(await wake.queues())];
}
