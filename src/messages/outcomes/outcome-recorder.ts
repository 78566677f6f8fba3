/** Collects the outcomes of attempts for a few milliseconds and writes them in batches. */
import { createDividedCommit, isConflict } from '../../db/divided-commit.ts';
import type { Gathering, GroupCommit } from '../../db/group-commit.ts';
import type { Db } from '../../db/pool.ts';
import { retryWrite } from '../../db/retry-write.ts';
import { requestLimits, type TimeLimits } from '../../db/time-limits.ts';
import type { Log } from '../../ground/log.ts';
import type { MessageOutcome } from './message-outcome.ts';

declare module '../../context.ts' {
  interface Parts {
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

interface OutcomeRecorderOptions {
  readonly db: Db;
  readonly log: Log;
  /** Writes all outcomes in one transaction, or none. */
  readonly write: (outcomes: readonly MessageOutcome[], limits: TimeLimits) => Promise<void>;
}

export function createOutcomeRecorder({ db, log, write }: OutcomeRecorderOptions): OutcomeRecorder {
  return createDividedCommit<MessageOutcome, void>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: wait,
    gathers,
    party: { kind: 'work', name: 'outcomes' },
    platformOf: ({ message }) => message.platformId,
    write: async (outcomes, limits) => {
      await retryWrite({ db, log, unless: isConflict }, () => write(outcomes, limits));
      return outcomes.map(() => ({ answer: undefined }));
    },
    writeApart: async (outcomes) => {
      await retryWrite({ db, log }, () => write(outcomes, requestLimits));
      return outcomes.map(() => ({ answer: undefined }));
    },
  });
}
