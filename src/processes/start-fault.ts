import { MigrationFault } from '../../prisma/migration-fault.ts';
import { ConfigError } from '../ground/config/config.ts';

/** A process could not start; its text says why, to a person. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** An error of the start for a person: one that names its cause by its text alone, any other with its stack. */
export function startFaultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = [ConfigError, MigrationFault, StartFault].some((kind) => error instanceof kind);
  return isPlain ? error.message : (error.stack ?? error.message);
}
