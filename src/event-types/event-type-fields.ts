import type { App } from '../context.ts';
import type { EventField } from './event-field.ts';

/** The fields of one version of an event type. */
export function eventTypeFields(
  app: App,
  platformId: string,
  eventTypeId: string,
  version: number,
): Promise<readonly EventField[]> {
  const context = { platformId, eventTypeId, version };
  return app.parts.eventTypeVersions.forceFetch(`${eventTypeId}:${version}`, { context });
}
