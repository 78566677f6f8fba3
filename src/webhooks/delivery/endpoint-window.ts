/**
 * The attempts at one endpoint that run in this process: its own share of connections, whatever other endpoints do
 * (docs/rules.md#endpoint-shares).
 *
 * A fast endpoint must not wait for the database between two webhooks. So a slot is free again when the endpoint has
 * accepted a webhook, before the result is committed, and some webhooks are claimed ahead of the slots: as many as the
 * endpoint accepted lately. A failure keeps its slot until it is committed, since it may pause the endpoint; webhooks
 * claimed ahead of it go back to the database.
 */
import { createClaimedAhead } from './claimed-ahead.ts';
import { createEndpointPace } from './endpoint-pace.ts';

/** Requests to one endpoint that run at once. */
const slots = 16;
/** Webhooks of one endpoint that are claimed ahead of the slots, at most. */
const aheadMax = 256;
/** Accepted webhooks of one endpoint whose results are not committed, at most: a crash sends them again. */
const uncommittedMax = 256;

export interface WindowWork<Webhook> {
  /**
   * Makes one attempt; never rejects. Calls `answered` once the result is known, and resolves when the result is
   * committed.
   */
  readonly attempt: (webhook: Webhook, answered: (accepted: boolean) => void) => Promise<void>;
  /** Makes claimed webhooks due again that were not attempted; never rejects. */
  readonly giveBack: (webhooks: readonly Webhook[]) => Promise<void>;
}

/** For the turn of the endpoint. A key has one turn at a time, so a window has one user. */
export interface EndpointWindow<Webhook> {
  /** How many webhooks to claim now, for free slots and ahead of them; 0 while a claim is not worth its statement. */
  wanted(): number;
  /** Begins an attempt in each free slot; the other webhooks follow as slots become free. */
  add(webhooks: readonly Webhook[]): void;
  /** Resolves with true once webhooks are wanted, with false after so many milliseconds without. */
  wantedWithin(milliseconds: number): Promise<boolean>;
  /** Calls the last `then` that was given, once, when webhooks are wanted. */
  whenWanted(then: () => void): void;
  /** Gives back the webhooks that were claimed ahead. */
  recall(): void;
}

export interface WindowOptions<Webhook> extends WindowWork<Webhook> {
  /** Gets all work of the window; none of it rejects. */
  readonly follow: (work: Promise<void>) => void;
  /** Called when the first attempt begins. */
  readonly begins: (window: EndpointWindow<Webhook>) => void;
  /** Called when no attempt is left. */
  readonly ends: () => void;
}

export function createEndpointWindow<Webhook>(options: WindowOptions<Webhook>): EndpointWindow<Webhook> {
  const { attempt, giveBack, follow, begins, ends } = options;
  const pace = createEndpointPace();
  const ahead = createClaimedAhead<Webhook>((webhooks) => follow(giveBack(webhooks)));
  /** Attempts that hold a slot: without a response, or with a failure that is not committed. */
  let running = 0;
  /** Failures that are not committed. */
  let failing = 0;
  /** Accepted webhooks whose results are not committed. */
  let uncommitted = 0;
  let wake: (() => void) | null = null;
  let next: (() => void) | null = null;
  let telling = false;

  const lately = () => pace.lately(performance.now());
  const isBehind = () => uncommitted >= uncommittedMax;
  const hasSlot = () => running < slots && !isBehind();

  const wanted = () => {
    if (isBehind()) return 0;
    const aheadWanted = failing > 0 ? 0 : Math.min(aheadMax, lately());
    // The other half is sent while the next claim runs. A claim of many costs little more than a claim of one.
    if (ahead.size > aheadWanted / 2) return 0;
    return Math.max(0, slots + aheadWanted - running - ahead.size);
  };

  const tellWanted = () => {
    if (wanted() === 0) return;
    const told = [wake, next];
    wake = next = null;
    for (const tell of told) tell?.();
  };
  // Attempts often end together: the next claim is to find all their slots.
  const tellWantedSoon = () => {
    if (telling || (wake === null && next === null)) return;
    telling = true;
    const told = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      telling = false;
      tellWanted();
    });
    follow(told);
  };

  const beginAhead = () => {
    while (hasSlot()) {
      const webhook = ahead.take();
      if (webhook === undefined) break;
      begin(webhook);
    }
    if (failing > 0) ahead.giveBack();
  };

  const begin = (webhook: Webhook) => {
    if (running + uncommitted === 0) begins(window);
    running += 1;
    let accepted: boolean | null = null;
    const answered = (isAccepted: boolean) => {
      if (accepted !== null) return;
      accepted = isAccepted;
      if (accepted) {
        running -= 1;
        uncommitted += 1;
        pace.note(performance.now());
      } else {
        failing += 1;
      }
      beginAhead();
      tellWantedSoon();
    };
    const ended = attempt(webhook, answered).then(() => {
      if (accepted === true) uncommitted -= 1;
      else running -= 1;
      if (accepted === false) failing -= 1;
      beginAhead();
      if (running + uncommitted === 0) ends();
      tellWantedSoon();
    });
    follow(ended);
  };

  const window: EndpointWindow<Webhook> = {
    wanted,
    add(webhooks) {
      ahead.add(webhooks);
      beginAhead();
    },
    wantedWithin: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
    whenWanted(then) {
      next = then;
    },
    recall: ahead.giveBack,
  };
  return window;
}
