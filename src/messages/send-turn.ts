import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import { readDayAllowance } from '../workspaces/day-allowance.ts';
import { claimMessages } from './claim-messages.ts';
import { inFlight } from './in-flight.ts';
import { recordOutcome } from './record-outcomes.ts';
import { sendMessage } from './send-message.ts';

/** Attempts of one workspace that run at once in one process. */
const slots = 20;
/** How long one turn may go on before others have theirs; milliseconds. */
const turnTime = 2_000;

/**
 * One turn of a workspace: its due messages go out through a sliding window, until none is due or its time is over.
 * Two turns of one workspace at once are harmless.
 */
export async function sendTurn(app: App, turn: TurnKey): Promise<void> {
  const attempts = inFlight(app);
  const until = performance.now() + turnTime;
  const allowance = await readDayAllowance(app, turn);
  while (performance.now() < until) {
    const free = slots - attempts.count(turn.id);
    if (free <= 0) {
      await Promise.race([attempts.oneEnded(turn.id), timeLeft(until)]);
      continue;
    }
    const claimed = await claimMessages(app, turn, free, allowance);
    if (claimed.length === 0) return;
    for (const message of claimed) {
      attempts.follow(
        message,
        sendMessage(app, message).then((outcome) => recordOutcome(app, outcome)),
      );
    }
  }
  await app.wake.ask('sending', [turn]);
}

function timeLeft(until: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, until - performance.now())).unref();
  });
}
