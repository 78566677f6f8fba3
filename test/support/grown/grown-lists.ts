/** Every list and count of the schema, of one workspace and of all, and the filters that an index is made for. */
import { getNamedType, isObjectType } from 'graphql';
import { schema } from '../../../schema/index.ts';
import { eventTypeName } from '../full-platform.ts';
import { rootArguments, type Things } from '../root-arguments.ts';
import { knownAddress } from './growth.ts';

export interface ListField {
  readonly name: string;
  /** A field of Query with its arguments and its selection. */
  readonly field: string;
}

/** Lists of one import or message, which is found in its own workspace alone. */
const listsOfOne = ['importFaults', 'messageReplies'];

/** The rows of a page by their ids, and how many there are where the list says so. */
const pageOf = (field: string): string => {
  const name = /^\w+/.exec(field)?.[0] ?? '';
  const type = getNamedType(schema.getQueryType()?.getFields()[name]?.type);
  const known = isObjectType(type) ? Object.keys(type.getFields()) : [];
  return `{ ${known.includes('totalCount') ? 'totalCount ' : ''}nodes { __typename } }`;
};
const day = (time: Date) => time.toISOString().slice(0, 10);

/** `workspace`: the path of the one that is asked for. */
export function grownLists(things: Things, workspace: string, now: Date): readonly ListField[] {
  const inIt = `workspace: "${workspace}"`;
  const days = `from: "${day(new Date(now.getTime() - 30 * 86_400_000))}", to: "${day(now)}"`;
  const filtered = ['', `${inIt}, `].flatMap((scope) => [
    `messages(${scope}first: 50)`,
    ...['queued', 'delivered', 'bounced', 'failed'].map((state) => `messages(${scope}filter: { state: ${state} })`),
    `messages(${scope}filter: { recipient: "${knownAddress}" })`,
    `messages(${scope}filter: { eventType: "${eventTypeName}" })`,
    `messages(${scope}filter: { bounce: hard })`,
    `events(${scope}first: 50)`,
    `events(${scope}filter: { eventType: "${eventTypeName}" })`,
    `events(${scope}filter: { recipient: "${knownAddress}" })`,
    `webhooks(${scope}state: failed)`,
    `webhooks(${scope}type: message_bounced)`,
  ]);
  const pages = [
    ...filtered,
    `webhooks(endpoint: "${things.endpoint}", state: pending)`,
    `webhooks(endpoint: "${things.endpoint}", first: 50)`,
    `contacts(${inIt}, search: "person-1")`,
    `contacts(${inIt}, status: subscribed)`,
    `workspaces(search: "shop")`,
    ...connections({ ...things, workspace }, (name) => !listsOfOne.includes(name)),
    ...connections(things, (name) => listsOfOne.includes(name)),
  ];
  return [
    ...pages.map((field) => ({ name: field, field: `${field} ${pageOf(field)}` })),
    ...['', 'day', 'provider', 'day, provider'].map((groups) => ({
      name: `figures by ${groups}`,
      field: `figures(${days}${groups === '' ? '' : `, groupBy: [${groups}]`}) { groupCount total { accepted delivered } }`,
    })),
    {
      name: 'workspaceFigures by day',
      field: `workspaceFigures(${inIt}, ${days}, groupBy: [day]) { groupCount total { accepted delivered } }`,
    },
  ];
}

/** Each list with the arguments that it needs. */
function connections(things: Things, asked: (name: string) => boolean): readonly string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type }) => {
    if (!getNamedType(type).name.endsWith('Connection') || !asked(name)) return [];
    const given = rootArguments[`Query.${name}`]?.(things) ?? '';
    return [given === '' ? name : `${name}(${given})`];
  });
}
