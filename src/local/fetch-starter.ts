import {
  readStarter,
  type SampleAttribute,
  type Starter,
  type StarterExample,
  sampleExample,
} from '../../emails/index.ts';
import { askGraphql, askRest, type RunningService } from './ask-service.ts';
import { refusal } from './service-refusal.ts';

interface Fetched {
  /** With the version that it was made from. */
  readonly starter: Starter;
  readonly version: number;
}

/**
 * Reads the current template of an event type in the form of a file. `examples`: what it has where the event type keeps
 * none. Throws the errors of the service.
 */
export async function fetchStarter(
  service: RunningService,
  eventType: string,
  examples: readonly StarterExample[] | null,
): Promise<Fetched> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const [type, template] = [await askRest(service, 'GET', path), await askRest(service, 'GET', `${path}/template`)];
  for (const answer of [type, template]) if (answer.status !== 200) throw refusal(answer);
  const { fields, examples: saved } = type.body.data;
  const { subject, from_local_part, display_name, reply_to, locale, composition, translations, version } =
    template.body.data;
  const content = { subject, from_local_part, display_name, reply_to, locale, composition, translations };
  const origin = { service: service.baseUrl, event_type: eventType, version };
  const shown = saved ?? examples ?? [sampleExample(fields)];
  return { starter: readStarter({ fields, template: content, examples: shown, pulled_from: origin }), version };
}

const platformQuery = `{
  eventTypes(first: 100) { nodes { name template { locale } } }
  attributeDefinitions(first: 100) { nodes { key type } }
}`;

export interface ServiceMails {
  /** Event types that have a template. */
  readonly eventTypes: readonly string[];
  readonly attributes: readonly SampleAttribute[];
}

/** Those with a template among the first hundred event types, and the first hundred attributes. */
export async function listServiceMails(service: RunningService): Promise<ServiceMails> {
  const { eventTypes, attributeDefinitions } = await askGraphql(service, platformQuery, {});
  const named: readonly { readonly name: string; readonly template: object | null }[] = eventTypes.nodes;
  return {
    eventTypes: named.filter(({ template }) => template !== null).map(({ name }) => name),
    attributes: attributeDefinitions.nodes,
  };
}
