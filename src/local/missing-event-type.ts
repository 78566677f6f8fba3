/** What the commands for mails say where the service lacks an event type, or its template: what there is, and what makes it. */
import { nearName } from '../ground/input/near-name.ts';
import { askGraphql, askRest, type RunningService } from './ask-service.ts';
import { FileFault, shown } from './starter-file.ts';

/** Names that a sentence lists. */
const listedMax = 12;

interface Wanted {
  readonly eventType: string;
  /** The file that a push would save there. */
  readonly file: string;
}

const namesQuery = '{ eventTypes(first: 100) { nodes { name } } }';

/** The first hundred event types. */
async function eventTypeNames(service: RunningService): Promise<readonly string[]> {
  const { eventTypes } = await askGraphql(service, namesQuery, {});
  const nodes: readonly { readonly name: string }[] = eventTypes.nodes;
  return nodes.map(({ name }) => name);
}

/** The error of a command on an event type that is not there, or has no template; null where it is not that. */
export async function missingEventType(
  service: RunningService,
  { eventType, file }: Wanted,
  needs: 'event type' | 'template',
): Promise<FileFault | null> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const push = `npm run email:push ${shown(file)} ${eventType}`;
  const { status } = await askRest(service, 'GET', path);
  if (status === 404) {
    const names = await eventTypeNames(service);
    return new FileFault(`The service has no event type ${eventType}. ${others(eventType, names)}${push} makes it.`);
  }
  if (needs === 'event type' || status !== 200) return null;
  const template = await askRest(service, 'GET', `${path}/template`);
  return template.status === 404 ? new FileFault(`${eventType} has no template yet. ${push} saves one.`) : null;
}

/** Says that a push made an event type, and which one may have been meant. */
export async function madeEventType(service: RunningService, eventType: string): Promise<string> {
  const names = await eventTypeNames(service);
  const near = nearName(
    eventType,
    names.filter((name) => name !== eventType),
  );
  const meant = near === null ? '' : ` If you meant ${near}, push the file there and delete ${eventType}.`;
  return `The event type ${eventType} is new, with the fields and examples of the file.${meant}`;
}

function others(eventType: string, names: readonly string[]): string {
  const near = nearName(eventType, names);
  if (near !== null) return `Did you mean ${near}? Else `;
  if (names.length === 0) return '';
  const rest = names.length > listedMax ? ', …' : '';
  return `It has ${names.slice(0, listedMax).join(', ')}${rest}. `;
}
