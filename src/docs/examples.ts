/** The recorded examples of rest/: requests to the demo platform, with their responses. */
import { readFile } from 'node:fs/promises';
import { restFile } from './api-document.ts';

/** One request and its response. */
export interface Example {
  readonly title: string;
  /** Below the version segment, with its query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  /** Undefined when the response had no body. */
  readonly response?: unknown;
}

/** By operation id. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** By webhook type: a body as received. */
export type WebhookExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(restFile('examples.json'), 'utf8'));
}

export async function readWebhookExamples(): Promise<WebhookExamples> {
  return JSON.parse(await readFile(restFile('webhook-examples.json'), 'utf8'));
}

/**
 * Ids in the recorded examples of demo resources that have no reference. A local run shows its own ids in their place,
 * so that each example works.
 */
export const exampleIds = {
  event: '01KJPWEVENT000000000000001',
  message: '01KJPWMESSAGE0000000000001',
  bounced: '01KJPWB0VNCED0000000000001',
  cancelled: '01KJPWCANCE11ED00000000001',
  scheduled: '01KJPWSCHEDV1ED00000000001',
  webhook: '01KJPWWEBHK000000000000001',
  endpoint: '01KJPWENDPNT00000000000001',
  secret: '01KJPWSECRET00000000000001',
  suppression: '01KJPWSVPPR000000000000001',
  redelivery: '01KJPWREDE1000000000000001',
  erasure: '01KJPWERASVRE0000000000001',
  key: '01KJPWKEY00000000000000001',
  file: '01KJPWF11E0000000000000001',
  picture: '01KJPWP1CTVRE0000000000001',
  import: '01KJPW1MP0RT00000000000001',
  upload: '01KJPWVP10AD00000000000001',
  answered: '01KJPWANSWERED000000000001',
  reply: '01KJPWREP1Y000000000000001',
} as const;

export type ExampleId = keyof typeof exampleIds;

/** Names that exist in a local run alone, with their replacements elsewhere. */
const localNames = [
  ['https://hooks.test/', 'https://platform.example.com/'],
  ['demo.test', 'mail.platform.example.com'],
] as const;

/** The public URL of the service that recorded the examples. */
export const recordedUrl = 'https://tidings.example';

export interface Setting {
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** Ids of this demo platform; null elsewhere. */
  readonly ids: Readonly<Partial<Record<ExampleId, string>>> | null;
}

/**
 * Returns `example` with the links of this service and the ids of its demo; without a demo, with self-explanatory
 * names.
 */
export function adaptExample<Shown>(example: Shown, { publicUrl, ids }: Setting): Shown {
  let text = JSON.stringify(example).replaceAll(`"${recordedUrl}/`, `"${publicUrl}/`);
  if (ids === null) {
    for (const [local, elsewhere] of localNames) text = text.replaceAll(local, elsewhere);
  } else {
    for (const [name, id] of Object.entries(exampleIds)) text = text.replaceAll(id, ids[name as ExampleId] ?? id);
  }
  return JSON.parse(text);
}
