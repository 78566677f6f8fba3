/** Refuses a database that this version does not fit, in words (docs/rules.md#older-and-newer-databases). */
import { MigrationFault } from '../migration-fault.ts';
import type { Standing, Versions } from './standing-of.ts';

/** Names of migrations that a text lists. */
const namedMax = 5;

/** Throws a MigrationFault. */
export function requireFit({ unknown, worksBeside, unfolded }: Standing, { names, folded }: Versions): void {
  if (unfolded.length > 0) {
    throw new MigrationFault(
      'refused',
      `The database is older than the first release: it lacks ${list(unfolded)}, which ${names[0]} replaces. Start the ` +
        `last version from before that one, whose last migration is ${folded.at(-1)}; then start this version.`,
    );
  }
  if (unknown.length > 0 && !worksBeside) {
    throw new MigrationFault(
      'refused',
      `The database is newer than this version: it has ${list(unknown)}, and this version ends with ${names.at(-1)}. ` +
        'Beside these migrations this version does not work. Start the version that made them, or a later one; to go back ' +
        'to this version, restore a backup from before them (docs/operating.md).',
    );
  }
}

function list(names: readonly string[]): string {
  const more = names.length - namedMax;
  return `${names.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
