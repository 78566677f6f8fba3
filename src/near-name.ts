/**
 * The name that a misspelt one was meant to be. A file of its own beside every room, since requests, payloads and
 * templates all name things. Candidates are names that the caller can see anyway, never those of another platform.
 */
import leven from 'leven';

/** Characters of a name that is compared; longer ones get no suggestion. */
const lengthMax = 64;
/** Candidates that one name is compared with. */
const candidatesMax = 200;
/**
 * Comparisons in one turn of the event loop, some 20 ms at the most. Names beyond them get no suggestion, so that a
 * request of a hundred thousand misspelt names costs no more than one of a hundred.
 */
const comparisonsMax = 3_000;
/** Changed characters up to which two names are near, whatever their length. */
const distanceMax = 4;

let comparisonsLeft = comparisonsMax;

/** `; did you mean \`idempotency_key\`?`, to be added to a sentence; empty when no candidate is near. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const near = nearName(written, candidates);
  return near === null ? '' : `; did you mean \`${near}\`?`;
}

/** The candidate that is nearest to `written`, if one is near: `orderNumber` means `order_number`. */
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
    // Letters in another order are the commonest slip of short names.
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

/** Case and what separates words do not count. */
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
