/** Tells whether V8 is marking, which it begins by itself as well (docs/rules.md#garbage-of-large-texts). */
import { constants, PerformanceObserver } from 'node:perf_hooks';

/** What happened to V8's marking, as it becomes known. */
export interface MarkingWatch {
  /** Whether a marking has begun and not ended. Known a round of the event loop after it is so. */
  readonly marking: boolean;
  /** Resolves at the end of the marking that runs, or of the next one. */
  ended(): Promise<void>;
}

interface GarbageEntry extends PerformanceEntry {
  readonly detail?: { readonly kind?: number };
}

/** State of the process: of the heap of the thread that asks. */
let watch: MarkingWatch | null = null;

/** Watches from the first call on. */
export function watchMarking(): MarkingWatch {
  watch ??= startWatch();
  return watch;
}

function startWatch(): MarkingWatch {
  let marking = false;
  let end = Promise.withResolvers<void>();
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as GarbageEntry[]) {
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_INCREMENTAL) marking = true;
      else if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) {
        marking = false;
        end.resolve();
        end = Promise.withResolvers<void>();
      }
    }
  }).observe({ entryTypes: ['gc'] });
  return {
    get marking() {
      return marking;
    },
    ended: () => end.promise,
  };
}
