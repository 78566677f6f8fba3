/**
 * Finds the name that the caller meant by a misspelt one (docs/rules.md#misspelt-names). Requests,
 * payloads and templates all have names. Candidates are names that the caller can read anyway, never names of another
 * platform.
 */
import leven from 'leven';

/** Characters of a name that is compared; a longer name gets no suggestion. */
const lengthMax = 64;
/** Candidates that one name is compared with. */
const candidatesMax = 200;
/**
 * Comparisons in one round of the event loop, about 20 ms at most. Names beyond the bound get no suggestion, so a
 * request of a hundred thousand misspelt names costs no more than one of a hundred.
 */
const comparisonsMax = 3_000;
/** Changed characters up to which two names are near, whatever their length. */
const distanceMax = 4;

/** State of the process: there is one event loop. */
let comparisonsLeft = comparisonsMax;

/** Returns `; did you mean \`idempotency_key\`?`, the end of a sentence; empty when no candidate is near. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const near = nearName(written, candidates);
  return near === null ? '' : `; did you mean \`${near}\`?`;
}

/** Returns the candidate nearest to `written`: `order_number` for `orderNumber`. Null when no candidate is near. */
export function nearName(written: string, candidates: Iterable<string>): string | null {
  if (written.length > lengthMax) return null;
  const wanted = fold(written);
  let best: string | null = null;
  let within = Math.min(distanceMax, Math.floor(wanted.length / 3)) + 1;
  const holding: string[] = [];
  let count = 0;
  for (const candidate of candidates) {
    if (candidate.length > lengthMax) continue;
    count += 1;
    if (count > candidatesMax || !takeComparison()) break;
    const folded = fold(candidate);
    if (folded === wanted && wanted !== '') return candidate;
    if (isPart(written, candidate)) holding.push(candidate);
    // Swapped letters are the most common error in short names.
    const distance = haveSameLetters(wanted, folded) ? 1 : leven(wanted, folded, { maxDistance: within });
    if (distance >= within || distance >= folded.length) continue;
    within = distance;
    best = candidate;
  }
  const [only, ...others] = holding;
  return best ?? (others.length === 0 ? (only ?? null) : null);
}

function haveSameLetters(one: string, other: string): boolean {
  return one.length === other.length && [...one].sort().join('') === [...other].sort().join('');
}

/** Case and separators of words do not count. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, '');
}

/** Whether `written` is a word of `candidate`: `key` of `idempotency_key`, `items` of `event.items`. */
function isPart(written: string, candidate: string): boolean {
  return (
    written.length > 2 &&
    candidate
      .toLowerCase()
      .split(/[-_. ]/)
      .includes(written.toLowerCase())
  );
}

function takeComparison(): boolean {
  if (comparisonsLeft === comparisonsMax) {
    setImmediate(() => {
      comparisonsLeft = comparisonsMax;
    });
  }
  comparisonsLeft -= 1;
  return comparisonsLeft >= 0;
}
