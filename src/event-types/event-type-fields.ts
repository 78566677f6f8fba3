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
  const { meters, eventTypeVersions } = app.parts;
  const key = `${eventTypeId}:${version}`;
  meters.caches.add('event_type_versions', eventTypeVersions.has(key) ? 'hit' : 'miss');
  return eventTypeVersions.forceFetch(key, { context });
}
