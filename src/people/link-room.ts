/**
 * Bounds what the links of mails cost the database (docs/rules.md#links-in-turn): anyone who has a mail can ask for its
 * links without end, and from many connections at once (docs/rules.md#what-one-mail-allows).
 */

declare module '../context.ts' {
  interface Parts {
    /** Requests for the links of mails. */
    readonly linkRoom: LinkRoom;
  }
}

export interface LinkRoom {
  /**
   * Runs `work` on a link after the work on that link that is under way. Requests that ask the same of the link while
   * they wait share one run and its result: none of them had a response yet, so their order is free. `link` is the token,
   * `asked` names what is done.
   */
  run<Result>(link: string, asked: string, work: () => Promise<Result>): Promise<Result>;
}

interface Visit {
  readonly asked: string;
  readonly run: () => Promise<unknown>;
  readonly done: Promise<unknown>;
}

export function createLinkRoom(): LinkRoom {
  /** The visits of a link that has work under way, in their order. A link has at most one for each thing asked. */
  const waiting = new Map<string, Visit[]>();

  async function runAll(link: string, visits: Visit[]): Promise<void> {
    for (let visit = visits.shift(); visit !== undefined; visit = visits.shift()) await visit.run();
    waiting.delete(link);
  }

  return {
    run<Result>(link: string, asked: string, work: () => Promise<Result>): Promise<Result> {
      const visits = waiting.get(link);
      const same = visits?.find((visit) => visit.asked === asked);
      if (same) return same.done as Promise<Result>;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const visit = { asked, done: promise, run: () => work().then(resolve, reject) };
      if (visits) visits.push(visit);
      else {
        const first = [visit];
        waiting.set(link, first);
        void runAll(link, first);
      }
      return promise;
    },
  };
}
