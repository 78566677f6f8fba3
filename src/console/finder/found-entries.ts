/** Found objects as lines of the search. */
import type {
  FindAddressQuery,
  FindContactsQuery,
  FindEndpointsQuery,
  FindIdQuery,
  FindMessagesQuery,
  FindPlatformsQuery,
  FindTextQuery,
  FoundMessageFragment,
  NamedWorkspaceFragment,
} from '../api/operations.ts';
import type { Scopes } from '../api/scopes.ts';
import { faultLine } from '../parts/events/fault-line.ts';
import { words } from '../words.ts';
import type { Entry } from './entry.ts';
import { entryOfKeys } from './list-entries.ts';

const text = words.finder;

type FoundRefusal = NonNullable<FindTextQuery['refusedEmits']>['nodes'][number];

function messageEntry(found: FoundMessageFragment): Entry {
  const { id, state, recipient, subject, eventTypeName, createdAt, workspace } = found;
  return {
    value: `message ${id}`,
    kind: 'message',
    title: recipient ?? (recipient === null ? words.messages.erased : eventTypeName),
    detail: [words.states[state], subject ?? eventTypeName, workspace?.name].filter(Boolean).join(' · '),
    at: createdAt,
    going: { to: { to: '/messages/$message', params: { message: id } } },
  };
}

function workspaceEntry({ id, name, reference }: NamedWorkspaceFragment): Entry {
  return {
    value: `workspace ${id}`,
    kind: 'workspace',
    title: name,
    detail: reference,
    going: { to: { to: '/workspaces/$id', params: { id } } },
  };
}

function eventTypeEntries({ id, name }: { readonly id: string; readonly name: string }): readonly Entry[] {
  return [
    {
      value: `type ${id}`,
      kind: 'eventType',
      title: name,
      going: { to: { to: '/event-types/$name', params: { name } } },
    },
    {
      value: `template ${id}`,
      kind: 'template',
      title: name,
      going: { to: { to: '/templates/$eventType', params: { eventType: name } } },
    },
  ];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function personEntry(id: string, email: string, workspace: Named | string, detail: string | null): Entry {
  const place = typeof workspace === 'string' ? workspace : workspace.id;
  return {
    value: `person ${id}`,
    kind: 'person',
    title: email,
    detail,
    going: { to: { to: '/people/$workspace/$contact', params: { workspace: place, contact: id } } },
  };
}

function endpointEntry({ id, url }: { readonly id: string; readonly url: string }): Entry {
  return {
    value: `endpoint ${id}`,
    kind: 'endpoint',
    title: url,
    going: { to: { to: '/webhooks', search: { endpoint: id } } },
  };
}

/** By a part of the address. */
export function entriesOfEndpoints({ webhookEndpoints }: FindEndpointsQuery, text: string): readonly Entry[] {
  const wanted = text.toLowerCase();
  return (webhookEndpoints ?? []).filter(({ url }) => url.toLowerCase().includes(wanted)).map(endpointEntry);
}

/**
 * A refused emit has no page: the list of those with its key has all that is kept. `start`: where several were found by how
 * their keys begin, all of them are listed, since a caller tries again with another key.
 */
function refusedEntry(
  { id, code, at, idempotencyKey, workspace, faults: [first] }: FoundRefusal,
  start: string | null,
): Entry {
  const key = start ?? idempotencyKey ?? undefined;
  return {
    value: `refused ${id}`,
    kind: 'event',
    title: idempotencyKey ?? code,
    detail: [text.refused, code, first && faultLine(first), workspace?.name, text.refusedMeans]
      .filter(Boolean)
      .join(' · '),
    at,
    going: { to: { to: '/messages', search: { view: 'refused', key, all: 'yes' } } },
  };
}

/** `start`: what the keys were found by, where it may be only how they begin. */
export function entriesOfText(
  { workspaces, eventTypes, messages, refusedEmits }: FindTextQuery,
  start: string | null,
): readonly Entry[] {
  const found = messages?.nodes ?? [];
  const refused = refusedEmits?.nodes ?? [];
  const startOfSeveral = refused.length > 1 ? start : null;
  return [
    ...found.map(messageEntry),
    ...(start !== null && found.length > 1 ? [entryOfKeys(start)] : []),
    ...refused.map((one) => refusedEntry(one, startOfSeveral)),
    ...(workspaces?.nodes ?? []).map(workspaceEntry),
    ...(eventTypes?.nodes ?? []).flatMap(eventTypeEntries),
  ];
}

/** The newest messages with the pair, and the list of all. */
export function entriesOfMetadata(
  pair: Readonly<Record<string, string>>,
  found: FindMessagesQuery | undefined,
): readonly Entry[] {
  const [[key, value] = ['', '']] = Object.entries(pair);
  const metadata = `${key}=${value}`;
  const messages = (found?.messages?.nodes ?? []).map(messageEntry);
  if (messages.length === 0) return [];
  return [
    ...messages,
    {
      value: `metadata ${metadata}`,
      kind: 'page',
      title: text.messagesWith(metadata),
      going: { to: { to: '/messages', search: { metadata, all: 'yes' } } },
    },
  ];
}

export function entriesOfContacts({ contacts }: FindContactsQuery, workspace: string): readonly Entry[] {
  return (contacts?.nodes ?? []).map(({ id, email, reference }) => personEntry(id, email, workspace, reference));
}

/** The pages of an address, which need no request. */
export function entriesOfAddress(email: string, { allow, allowWide }: Scopes): readonly Entry[] {
  const mails: Entry = {
    value: `mails ${email}`,
    kind: 'page',
    title: text.messagesTo(email),
    going: { to: { to: '/messages', search: { recipient: email, all: 'yes' } } },
  };
  const everywhere: Entry = {
    value: `address ${email}`,
    kind: 'address',
    title: email,
    detail: text.everywhere,
    going: { to: { to: '/people/address', search: { email } } },
  };
  if (!allow('read', 'people')) return [];
  return allowWide('people') ? [everywhere, mails] : [mails];
}

export function entriesFoundByAddress({ messages, person }: FindAddressQuery, email: string): readonly Entry[] {
  // The newest mail has one place, whether or not there is a contact.
  return [
    ...(messages?.nodes ?? []).map(messageEntry),
    ...(person?.contacts?.nodes ?? []).map(({ id, workspace }) => personEntry(id, email, workspace, workspace.name)),
  ];
}

export function entriesOfId({ node }: FindIdQuery): readonly Entry[] {
  switch (node?.__typename) {
    case 'Message':
      return [messageEntry(node)];
    case 'Workspace':
      return [workspaceEntry(node)];
    case 'EventType':
      return eventTypeEntries(node);
    case 'Contact':
      return node.email ? [personEntry(node.id, node.email, node.home, node.home.name)] : [];
    case 'Event':
      return [
        {
          value: `event ${node.id}`,
          kind: 'event',
          title: node.type,
          at: node.createdAt,
          // The page of an emit leads on to its message.
          going: { to: { to: '/messages/$message', params: { message: node.id } } },
        },
      ];
    case 'Webhook':
      return [
        {
          value: `webhook ${node.id}`,
          kind: 'webhook',
          title: node.webhookType,
          at: node.createdAt,
          going: { to: { to: '/webhooks/$webhook', params: { webhook: node.id } } },
        },
      ];
    case 'WebhookEndpoint':
      return [endpointEntry(node)];
    case 'Import':
      return [
        {
          value: `import ${node.id}`,
          kind: 'import',
          title: words.imports.kinds[node.rowsOf],
          detail: node.home.name,
          at: node.createdAt,
          going: { to: { to: '/people', search: { view: 'imports', workspace: node.home.id } } },
        },
      ];
    default:
      return [];
  }
}

/** An id that nothing has: a message that went with its person still has a page. */
export function entryOfUnknownId(id: string): Entry {
  return {
    value: `unknown ${id}`,
    kind: 'message',
    title: id,
    detail: text.unknownId,
    going: { to: { to: '/messages/$message', params: { message: id } } },
  };
}

export function entriesOfPlatforms({ platforms }: FindPlatformsQuery): readonly Entry[] {
  return (platforms?.nodes ?? []).map(({ id, name }) => ({
    value: `platform ${id}`,
    kind: 'platform',
    title: name,
    going: { to: { to: '/messages', search: { platform: id, workspace: undefined } } },
  }));
}
