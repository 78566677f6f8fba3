/**
 * Bounds what the links of mails cost the database (docs/rules.md#links-in-turn): anyone who has a mail can ask for its
 * links without end, and from many connections at once (docs/rules.md#what-one-mail-allows).
 */

export interface LinkTurns {
  /**
   * Runs `work` on a link after the work on that link that is under way. Requests that ask the same of the link while
   * they wait share one run and its result: none of them had a response yet, so their order is free. `link` is the token,
   * `asked` names what is done.
   */
  run<Result>(link: string, asked: string, work: () => Promise<Result>): Promise<Result>;
}

interface Turn {
  readonly asked: string;
  readonly run: () => Promise<unknown>;
  readonly done: Promise<unknown>;
}

export function createLinkTurns(): LinkTurns {
  /** The turns of a link that has work under way, in their order. A link has at most one for each thing asked. */
  const waiting = new Map<string, Turn[]>();

  async function runAll(link: string, turns: Turn[]): Promise<void> {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) await turn.run();
    waiting.delete(link);
  }

  return {
    run<Result>(link: string, asked: string, work: () => Promise<Result>): Promise<Result> {
      const turns = waiting.get(link);
      const same = turns?.find((turn) => turn.asked === asked);
      if (same) return same.done as Promise<Result>;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const turn = { asked, done: promise, run: () => work().then(resolve, reject) };
      if (turns) turns.push(turn);
      else {
        const first = [turn];
        waiting.set(link, first);
        void runAll(link, first);
      }
      return promise;
    },
  };
}
