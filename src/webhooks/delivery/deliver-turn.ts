import type { App } from '../../context.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import type { Pressed } from '../../turns/queue-turns.ts';
import { createClaimPosition } from './claim-position.ts';
import { claimWebhooks } from './claim-webhooks.ts';

/** How long one turn may go on before others have theirs; milliseconds (docs/rules.md#endpoint-shares). */
const turnTime = 1_000;
/** How long a turn waits for a slot before it ends, so that slow receivers keep no place from others; milliseconds. */
const slotPatience = 50;

/**
 * One turn of an endpoint: its due webhooks go out through a sliding window, which runs `attemptWebhook` for each,
 * until none is due or its time is over.
 * Attempts that outlast the turn go on and keep their slots; the first free slot asks for the next turn.
 */
export async function deliverTurn(app: App, turn: TurnKey, pressed: Pressed): Promise<void> {
  const window = app.parts.deliveries.windowOf(turn);
  const position = createClaimPosition();
  const until = performance.now() + turnTime;
  let patience = 0;
  while (performance.now() < until) {
    const wanted = window.wanted();
    if (wanted === 0) {
      if (await window.wantedWithin(patience)) continue;
      window.whenWanted(() => app.parts.turns.webhooks.ask(turn));
      return;
    }
    const from = position.from(performance.now());
    const claimed = await app.parts.deliveries.claim(turn.platformId, () => claimWebhooks(app, turn, wanted, from));
    window.add(claimed);
    position.note(claimed, performance.now());
    if (claimed.length < wanted) {
      // Fewer than there was room for. If the claim looked from the front, no more are due: webhooks that became due
      // meanwhile have asked for another turn.
      if (from === null) return;
      position.reset();
    }
    // Other endpoints wait for a turn: each of them has a claim before this endpoint has its next one.
    if (pressed()) break;
    patience = slotPatience;
  }
  await app.wake.ask('webhooks', [turn]);
}
