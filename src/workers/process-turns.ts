import type { App } from '../context.ts';
import { importTurn } from '../imports/import-turn.ts';
import { sendTurn } from '../messages/sending/send-turn.ts';
import { eraseTurn } from '../people/erase-turn.ts';
import { checkSendingDomain } from '../sending-domain/check-sending-domain.ts';
import type { QueueName, TurnKey } from '../turns/jobs.ts';
import type { Pressed } from '../turns/queue-turns.ts';
import { createTurns, type Turns } from '../turns/turns.ts';
import { deliverTurn } from '../webhooks/delivery/deliver-turn.ts';

declare module '../context.ts' {
  interface Parts {
    /** The turns of each queue in this process. */
    readonly turns: Turns;
  }
}

/** What a turn of each queue does. */
const verbs: Readonly<Record<QueueName, (app: App, key: TurnKey, pressed: Pressed) => Promise<void>>> = {
  sending: sendTurn,
  webhooks: deliverTurn,
  domains: checkSendingDomain,
  erasures: eraseTurn,
  imports: importTurn,
};

export function createProcessTurns(app: App): Turns {
  return createTurns({ log: app.log, run: (queue, key, pressed) => verbs[queue](app, key, pressed) });
}
