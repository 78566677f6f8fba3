import { isDeepStrictEqual } from 'node:util';
import type { Starter } from '../../emails/index.ts';
import { askRest, type RunningService } from './ask-service.ts';
import { refusal } from './service-refusal.ts';

interface PushedFields {
  /** Whether the event type was not there before. */
  readonly isNew: boolean;
  readonly undo: () => Promise<void>;
}

const asBefore: PushedFields = { isNew: false, undo: async () => {} };

/**
 * Gives the event type the fields and examples of the file: creates an event type that is missing, and changes those of an
 * existing one only with `withFields`; one with these fields and no examples gets the examples in any case. `undo` is
 * for a push whose template is then rejected.
 */
export async function pushFields(
  service: RunningService,
  { eventType, withFields }: { readonly eventType: string; readonly withFields: boolean },
  { fields, examples }: Starter,
  print: (line: string) => void,
): Promise<PushedFields> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const found = await askRest(service, 'GET', path);
  if (found.status === 200) {
    const { fields: there, examples: kept = null } = found.body.data;
    const [sameFields, sameExamples] = [isDeepStrictEqual(there, fields), isDeepStrictEqual(kept, examples)];
    if (sameFields && sameExamples) return asBefore;
    if (!withFields && !(sameFields && kept === null)) {
      const what = sameFields ? 'examples' : 'fields';
      print(`${eventType} has other ${what} than the file; they stay. With --fields those of the file are saved too.`);
      return asBefore;
    }
  }
  if (found.status !== 200 && found.status !== 404) throw refusal(found);
  const saved = await askRest(service, 'PUT', path, { fields, examples });
  if (saved.status !== 200 && saved.status !== 201) throw refusal(saved);
  const undo = async () => {
    const undone =
      found.status === 404
        ? await askRest(service, 'DELETE', path)
        : await askRest(service, 'PUT', path, before(found.body.data));
    if (undone.status >= 300) print(`${eventType} keeps the fields of the file: ${refusal(undone).message}`);
  };
  return { isNew: found.status === 404, undo };
}

/** The save that gives an event type what it had. */
function before({ fields, examples = null }: { readonly fields: unknown; readonly examples?: unknown }): object {
  return { fields, examples };
}
