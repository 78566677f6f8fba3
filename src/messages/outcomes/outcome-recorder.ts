/**
 * Collects the outcomes of attempts for a few milliseconds; `recordOutcomes` writes a batch (docs/rules.md#group-commits).
 */
import type { App } from '../../context.ts';
import { requestLimits } from '../../db/connections/time-limits.ts';
import { createDividedCommit, isConflict } from '../../db/writes/divided-commit.ts';
import type { Gathering, GroupCommit } from '../../db/writes/group-commit.ts';
import { retryWrite } from '../../db/writes/retry-write.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { recordOutcomes } from './record-outcomes.ts';

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
  return createDividedCommit<MessageOutcome, void>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: wait,
    gathers,
    party: { kind: 'work', name: 'outcomes' },
    platformOf: ({ message }) => message.platformId,
    write: async (outcomes, limits) => {
      await retryWrite({ db, log, unless: isConflict }, () => recordOutcomes(app, outcomes, limits));
      return outcomes.map(() => ({ answer: undefined }));
    },
    writeApart: async (outcomes) => {
      await retryWrite({ db, log }, () => recordOutcomes(app, outcomes, requestLimits));
      return outcomes.map(() => ({ answer: undefined }));
    },
  });
}
