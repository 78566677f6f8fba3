import { nearName } from '../../src/ground/input/near-name.ts';

/** Returns ` Did you mean \`x\`?`, to follow a sentence; empty when no candidate is near. */
export function hint(written: string, candidates: Iterable<string>): string {
  const near = nearName(written, candidates);
  return near === null ? '' : ` Did you mean \`${near}\`?`;
}
