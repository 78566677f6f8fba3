/** What the documentation knows of its deployment. */
import type { Config } from '../ground/config/config.ts';
import type { ErrorCode } from '../ground/errors/error-codes.ts';

export interface DocsOptions {
  readonly config: Pick<Config, 'production' | 'host' | 'publicUrl' | 'dataDir' | 'inboxPort' | 'simulatorDomain'>;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** HTTP status by code. */
  readonly statuses: Readonly<Record<ErrorCode, number>>;
}
