import type { App } from '../context.ts';
import { asParty } from '../db/party.ts';

/**
 * Runs `work` again `pause` milliseconds after it last ended, until stopped; `rest` milliseconds after a run that says
 * that nothing is left. A failed run is logged; the next one goes on.
 */
export function repeat(
  app: App,
  work: (app: App) => Promise<unknown>,
  pause: number,
  rest: number = pause,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = asParty({ kind: 'work', name: 'sweeps' }, () => work(app))
      .catch((error: unknown) => app.log.warn({ err: error }, 'a sweep failed; the next one goes on'))
      .then((hasMore) => {
        if (!stopped) timer = setTimeout(run, hasMore === false ? rest : pause);
      });
  };
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
