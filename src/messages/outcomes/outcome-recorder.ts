/**
 * Collects the outcomes of attempts for a few milliseconds; `recordOutcomes` writes a batch (docs/rules.md#group-commits).
 */
import type { App } from '../../context.ts';
import { requestLimits, type TimeLimits } from '../../db/connections/time-limits.ts';
import { createDividedCommit, isConflict } from '../../db/writes/divided-commit.ts';
import type { Gathering, GroupCommit, Settled } from '../../db/writes/group-commit.ts';
import { retryWrite } from '../../db/writes/retry-write.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { recordApart, recordOutcomes } from './record-outcomes.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Written by `recordOutcomes`. */
    readonly outcomes: OutcomeRecorder;
  }
}

const batchSize = 100;
const batchesInFlight = 2;
/** Time that an outcome waits for others to share its batch; milliseconds. */
const wait = 3;
/** A process that dies repeats the mails whose outcomes wait, so these wait less than emits do. */
const gathers: Gathering = { enough: 16, restFactor: 1, restMs: 20, patienceMs: 50 };

export type OutcomeRecorder = GroupCommit<MessageOutcome, void>;

export function createOutcomeRecorder(app: App): OutcomeRecorder {
  const { db, log } = app;

  /** What a worker of a cluster that is gone holds up is written later, and keeps no place of the batches. */
  async function write(outcomes: readonly MessageOutcome[], limits: TimeLimits, unless: (error: unknown) => boolean) {
    const failed = await retryWrite({ db, log, unless }, () => recordApart(app, outcomes, limits));
    const late = new Map<string, Promise<Settled<void>>>();
    for (const [workspaceId, some] of Map.groupBy(failed.keys(), ({ message }) => message.workspaceId)) {
      const refusal = some[0] && failed.get(some[0]);
      const again = () => recordOutcomes(app, some, limits);
      const written = unless(refusal) ? Promise.reject(refusal) : retryWrite({ db, log, unless }, again);
      late.set(
        workspaceId,
        written.then(
          () => ({ answer: undefined }),
          (refusal: unknown) => ({ refusal }),
        ),
      );
    }
    return outcomes.map(
      (outcome) => (failed.has(outcome) && late.get(outcome.message.workspaceId)) || { answer: undefined },
    );
  }

  return createDividedCommit<MessageOutcome, void>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: wait,
    gathers,
    party: { kind: 'work', name: 'outcomes' },
    platformOf: ({ message }) => message.platformId,
    write: (outcomes, limits) => write(outcomes, limits, isConflict),
    writeApart: (outcomes) => write(outcomes, requestLimits, () => false),
  });
}
