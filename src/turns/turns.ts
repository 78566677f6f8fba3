/** The turns of one process, by queue. */
import { asParty } from '../db/connections/party.ts';
import type { Log } from '../ground/log/log.ts';
import type { QueueName, TurnKey } from './jobs.ts';
import { createQueueTurns, type Pressed, type QueueTurns } from './queue-turns.ts';
import { turnsAtOnce } from './turns-at-once.ts';

export type Turns = Readonly<Record<QueueName, QueueTurns>>;

interface TurnsOptions {
  readonly log: Log;
  readonly run: (queue: QueueName, key: TurnKey, pressed: Pressed) => Promise<void>;
}

export function createTurns({ log, run }: TurnsOptions): Turns {
  const create = (queue: QueueName) =>
    createQueueTurns({
      atOnce: turnsAtOnce[queue],
      // A turn that a request asked for begins within that request, and still is work of the process.
      run: (key, pressed) => asParty({ kind: 'work', name: key.platformId }, () => run(queue, key, pressed)),
      onError: (error) => log.warn({ err: error, queue }, 'a turn failed; the next one goes on'),
    });
  return {
    sending: create('sending'),
    webhooks: create('webhooks'),
    domains: create('domains'),
    erasures: create('erasures'),
    imports: create('imports'),
  };
}
