/** A random body that the limits allow: emits, batches of contacts, saves and previews of templates, drafts. */
import type { LoadRequest } from '../harness/loader.ts';
import { worstShapes } from '../reads/worst-events.ts';
import { contactReference } from '../reads/worst-people.ts';
import type { WorstRows } from '../reads/worst-rows.ts';
import type { Random } from './random.ts';

export interface RandomBody extends LoadRequest {
  /** What it is, for reports. */
  readonly what: string;
}

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
/** As many as fit into so many UTF-16 units. */
const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));
const types = Object.keys(worstShapes);
/** Characters that are dear to write, to escape, to fold, or many bytes long. */
const characters = ['x', '"', '<', '&', '漢', '😀', '\u0001', '* ', '[x](', 'İ', '\u0301', '\n'];

/** `n` makes names that no other body of the run has. */
export function randomBody(random: Random, { things }: WorstRows, n: number): RandomBody {
  const make = random.pick([emit, emit, contacts, contact, save, preview, preview, draft, fields]);
  return make(random, things.workspace, n);
}

type Make = (random: Random, workspace: string, n: number) => RandomBody;

const rest = (what: string, method: 'POST' | 'PUT', path: string, body: unknown): RandomBody => ({
  what,
  method,
  path: `/v1${path}`,
  body: JSON.stringify(body),
});

const emit: Make = (random, workspace, n) => {
  const type = random.pick(types);
  const recipient = random.once(3)
    ? { contact: `ref:${contactReference(random.int(60))}` }
    : { email: `generated-${n}@example.com` };
  const pdf = Buffer.from(`%PDF-1.7\n${'a'.repeat(random.pick([10, 100_000, 900_000]))}`).toString('base64');
  const attachments = many(random.pick([0, 0, 1, 10]), (at) => ({
    filename: `${'ä'.repeat(240)}${at}.pdf`,
    content: pdf,
  }));
  return rest(`emit of ${type} with ${attachments.length} files`, 'POST', `/workspaces/${workspace}/events`, {
    type: `worst.${type}`,
    idempotency_key: `generated-${n}`,
    recipient,
    payload: worstShapes[type]?.payload,
    ...(attachments.length > 0 && { attachments }),
  });
};

const contacts: Make = (random, workspace, n) => {
  const count = random.pick([1, 50, 120, 500]);
  const character = random.pick(characters.filter((one) => one !== '\u0001'));
  const bytes = Math.min(60_000, Math.floor(7_000_000 / count / Buffer.byteLength(JSON.stringify(character))));
  const tags = many(random.pick([0, 10, 50]), (at) => `tag-${random.int(10_000)} ${at}`);
  return rest(`batch of ${count} with ${tags.length} tags`, 'POST', `/workspaces/${workspace}/contacts/batch`, {
    contacts: many(count, (at) => ({
      reference: `generated-${n % 20}-${at}`,
      email: `generated-${n % 20}-${at}@example.com`,
      attributes: { kkk0: character.repeat(Math.max(1, Math.floor(bytes / 3))) },
      tags,
    })),
  });
};

const contact: Make = (random, workspace) =>
  rest('upsert', 'PUT', `/workspaces/${workspace}/contacts/ref:${contactReference(random.int(60))}`, {
    locale: random.pick(['de', 'en', 'fr']),
    tags: many(random.pick([1, 50]), () => `tag-${random.int(10_000)}`.padEnd(64, 'x')),
  });

/** A template of random blocks, as large as a save may be or smaller. */
function content(random: Random) {
  const character = random.pick(characters);
  const count = random.pick([1, 20, 100, 500]);
  const length = Math.floor(
    Math.min(19_000, random.pick([100_000, 1_900_000]) / count) / Buffer.byteLength(JSON.stringify(character)),
  );
  const text = `{{ contact.email }} ${character.repeat(Math.max(1, length))}`;
  const blocks = many(count, (n) => ({
    id: `b${n}`,
    type: random.pick(['text', 'text', 'heading', 'footer']),
    attrs: { text: `${n} ${text}` },
  }));
  const locales = random.pick([0, 0, 5, 100]);
  const translations = Object.fromEntries(
    many(locales, (l) => [
      `de-x-a${l}`,
      Object.fromEntries(many(Math.min(count, 50), (n) => [`b${n}.text`, { text: `${l} ${n}` }] as const)),
    ]),
  );
  return { composition: { editorVersion: 3, target: 'email', document: { blocks } }, translations };
}

const save: Make = (random, _workspace, n) =>
  rest('save of a template', 'PUT', `/event-types/worst.${random.pick(types)}/template`, {
    subject: `Saved ${n}`,
    from_local_part: 'w',
    locale: 'en',
    accept_outdated: true,
    ...content(random),
  });

const preview: Make = (random) => {
  const type = random.pick(types);
  const draft = random.once(2) && { draft: { subject: 'x', from_local_part: 'x', locale: 'en', ...content(random) } };
  return rest(`preview of ${type}`, 'POST', `/event-types/worst.${type}/template/preview`, {
    ...(random.once(2) && { payload: worstShapes[type]?.payload }),
    ...draft,
  });
};

const draft: Make = (random, _workspace, n) => ({
  what: 'draft',
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({
    query: `mutation ($input: TemplateDraftCreateInput!) { templateDraftCreate(eventType: "worst.${random.pick(types)}", input: $input) { templateDraft { id composition translations } } }`,
    variables: { input: { name: `Draft ${n}`, content: { subject: 'x', fromLocalPart: 'x', ...content(random) } } },
  }),
});

const fields: Make = (random, _workspace, n) =>
  rest('save of an event type', 'PUT', `/event-types/generated.${n % 50}`, {
    fields: many(random.pick([1, 50, 100]), (at) => ({
      name: `f${at}_${random.int(10)}`,
      type: 'string',
      fallback: filled(random.pick(characters.filter((one) => one !== '\u0001')), 1_000),
    })),
  });
