/** A draft with its earlier and later states. */
import { useState } from 'react';
import type { Draft } from './draft.ts';

/** Steps that can be undone. */
const stepsMax = 100;
/** Milliseconds: changes that follow each other faster are one step. */
const pause = 700;

interface History {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
  readonly changedAt: number;
}

export function useDraft(first: Draft) {
  const [{ past, present, future }, setHistory] = useState<History>({
    past: [],
    present: first,
    future: [],
    changedAt: 0,
  });
  return {
    draft: present,
    change: (changed: Partial<Draft>) => {
      const changedAt = Date.now();
      setHistory((now) => ({
        past: changedAt - now.changedAt < pause ? now.past : [...now.past, now.present].slice(-stepsMax),
        present: { ...now.present, ...changed },
        future: [],
        changedAt,
      }));
    },
    /** Null where there is nothing to undo. */
    undo: past.length === 0 ? null : () => setHistory(undone),
    redo: future.length === 0 ? null : () => setHistory(redone),
  };
}

function undone(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], changedAt: 0 };
}

function redone(history: History): History {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  return after === undefined ? history : { past: [...past, present], present: after, future: rest, changedAt: 0 };
}
