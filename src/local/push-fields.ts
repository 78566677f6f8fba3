import { isDeepStrictEqual } from 'node:util';
import type { Starter } from '../../emails/index.ts';
import { askRest, type RunningService } from './ask-service.ts';
import { refusal } from './service-refusal.ts';

const nothingToUndo = async () => {};

/**
 * Gives the event type the fields of the file: creates an event type that is missing, and changes the fields of an
 * existing one only with `withFields`. Returns a function that undoes it, for a push whose template is then rejected.
 */
export async function pushFields(
  service: RunningService,
  { eventType, withFields }: { readonly eventType: string; readonly withFields: boolean },
  { fields }: Starter,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const found = await askRest(service, 'GET', path);
  if (found.status === 200 && isDeepStrictEqual(found.body.data.fields, fields)) return nothingToUndo;
  if (found.status === 200 && !withFields) {
    print(`${eventType} has other fields than the file; they stay. With --fields those of the file are saved too.`);
    return nothingToUndo;
  }
  if (found.status !== 200 && found.status !== 404) throw refusal(found);
  const saved = await askRest(service, 'PUT', path, { fields });
  if (saved.status !== 200 && saved.status !== 201) throw refusal(saved);
  return async () => {
    const undone =
      found.status === 404
        ? await askRest(service, 'DELETE', path)
        : await askRest(service, 'PUT', path, { fields: found.body.data.fields });
    if (undone.status >= 300) print(`${eventType} keeps the fields of the file: ${refusal(undone).message}`);
  };
}
