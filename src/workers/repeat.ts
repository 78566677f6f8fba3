import type { App } from '../context.ts';
import { asParty } from '../db/connections/party.ts';

/**
 * Runs `work` again `pause` milliseconds after it last ended, until stopped; `rest` milliseconds after a run that says
 * that nothing is left. A failed run is logged; the next one goes on, at once where the database comes back from an outage.
 * With a `name`, runs that end well are noted under it for `/metrics` and `/readyz`. The signal that `work` gets is aborted
 * by the stop, for what would hold it up.
 */
export function repeat(
  app: App,
  work: (app: App, stopping: AbortSignal) => Promise<unknown>,
  pause: number,
  { rest = pause, name = null }: { readonly rest?: number; readonly name?: string | null } = {},
): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = asParty({ kind: 'work', name: 'sweeps' }, () => work(app, stop.signal))
      .then((hasMore) => {
        if (name !== null) noteRun(app, name);
        if (!stop.signal.aborted) timer = setTimeout(run, hasMore === false ? rest : pause);
      })
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'a sweep failed; the next one goes on');
        app.db.reach.doubt(error);
        void app.db.pause(pause).then(() => {
          if (!stop.signal.aborted) run();
        });
      });
  };
  run();
  return () => {
    stop.abort();
    clearTimeout(timer);
    return running;
  };
}

function noteRun({ clock, parts }: App, name: string): void {
  parts.meters.runs.set(name, { at: clock.now().getTime(), monotonic: performance.now() });
}
