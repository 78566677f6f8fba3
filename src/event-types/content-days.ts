/**
 * How long the content of an event type's mail is kept (docs/rules.md#content-days). Fixed with each emit.
 */
import type { App } from '../context.ts';
import { invalid } from '../ground/errors/errors.ts';

/** 0: until its message is final, and never shown. Undefined keeps what the type has, null takes the service's days. */
export type ContentDays = number | null | undefined;

/** Rejects with `validation_failed`: no longer than the service keeps any content. */
export function checkContentDays({ config }: Pick<App, 'config'>, written: unknown): ContentDays {
  if (written === undefined || written === null) return written;
  const { messageContentDays: most } = config;
  if (typeof written === 'number' && Number.isInteger(written) && written >= 0 && written <= most) return written;
  throw invalid({ contentDays: [`must be a whole number from 0 to ${most}, the days of this service`] });
}
