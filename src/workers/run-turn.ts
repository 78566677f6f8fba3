import type { App } from '../context.ts';
import { sendTurn } from '../messages/sending/send-turn.ts';
import { eraseTurn } from '../people/erase-turn.ts';
import { checkSendingDomain } from '../sending-domain/check-sending-domain.ts';
import type { QueueName, TurnKey } from '../turns/jobs.ts';
import type { Pressed } from '../turns/queue-turns.ts';
import { deliverTurn } from '../webhooks/delivery/deliver-turn.ts';

declare module '../context.ts' {
  interface Parts {
    /** The turns of each queue in this process. */
    readonly turns: Turns;
  }
}

const verbs: Readonly<Record<QueueName, (app: App, key: TurnKey, pressed: Pressed) => Promise<void>>> = {
  sending: sendTurn,
  webhooks: deliverTurn,
  domains: checkSendingDomain,
  erasures: eraseTurn,
};

/** Runs one turn of the queue. Called by the turns of the queue (src/turns/queue-turns.ts) alone. */
export function runTurn(app: App, queue: QueueName, key: TurnKey, pressed: Pressed): Promise<void> {
  return verbs[queue](app, key, pressed);
}
