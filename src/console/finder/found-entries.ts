/** Found objects as lines of the search. */
import type {
  FindAddressQuery,
  FindContactsQuery,
  FindDomainQuery,
  FindEndpointsQuery,
  FindIdQuery,
  FindMessagesQuery,
  FindPlatformsQuery,
  FindTextQuery,
} from '../api/operations.ts';
import type { Scopes } from '../api/use-scopes.ts';
import { faultLine } from '../parts/events/fault-line.ts';
import { words } from '../words.ts';
import type { Entry } from './entry.ts';
import { endpointEntry, eventTypeEntries, messageEntry, personEntry, workspaceEntry } from './object-entries.ts';

const text = words.finder;

type FoundRefusal = NonNullable<FindTextQuery['refusedEmits']>['nodes'][number];

/** By a part of the address. */
export function entriesOfEndpoints({ webhookEndpoints }: FindEndpointsQuery, text: string): readonly Entry[] {
  const wanted = text.toLowerCase();
  return (webhookEndpoints ?? []).filter(({ url }) => url.toLowerCase().includes(wanted)).map(endpointEntry);
}

/** A refused emit has no page: the list of those with its key has all that is kept. */
function refusedEntry({ id, code, at, idempotencyKey, faults: [first] }: FoundRefusal): Entry {
  return {
    value: `refused ${id}`,
    kind: 'event',
    title: idempotencyKey ?? code,
    detail: [text.refused, code, first && faultLine(first)].filter(Boolean).join(' · '),
    at,
    going: { to: { to: '/messages', search: { view: 'refused', key: idempotencyKey ?? undefined, all: 'yes' } } },
  };
}

/** `start`: what the keys were found by, where it may be only how they begin. */
export function entriesOfText(
  { workspaces, eventTypes, messages, refusedEmits }: FindTextQuery,
  start: string | null,
): readonly Entry[] {
  const found = messages?.nodes ?? [];
  return [
    ...found.map(messageEntry),
    ...(start !== null && found.length > 1 ? [keysEntry(start)] : []),
    ...(refusedEmits?.nodes ?? []).map(refusedEntry),
    ...(workspaces?.nodes ?? []).map(workspaceEntry),
    ...(eventTypes?.nodes ?? []).flatMap(eventTypeEntries),
  ];
}

function keysEntry(start: string): Entry {
  return {
    value: `keys ${start}`,
    kind: 'page',
    title: text.messagesOfKeys(start),
    going: { to: { to: '/messages', search: { key: start, all: 'yes' } } },
  };
}

/** What waits for a domain, with the reason of the oldest; and all mail to it. */
export function entriesOfDomain(domain: string, found: FindDomainQuery | undefined): readonly Entry[] {
  const { nodes = [], totalCount, totalCountCapped } = found?.messages ?? {};
  const number = totalCount ? text.waits(words.common.total(totalCount, totalCountCapped === true)) : text.noneWaits;
  const all: Entry = {
    value: `domain ${domain}`,
    kind: 'page',
    title: text.messagesToDomain(domain),
    going: { to: { to: '/messages', search: { domain, all: 'yes' } } },
  };
  if (!found) return [all];
  const waiting: Entry = {
    value: `waits ${domain}`,
    kind: 'page',
    title: text.waitingFor(domain),
    detail: [number, nodes[0]?.waitingFor?.fact].filter(Boolean).join(' · '),
    going: { to: { to: '/messages', search: { domain, state: 'queued', all: 'yes' } } },
  };
  return totalCount ? [waiting, all] : [all, waiting];
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

export function entryOfRequest(request: string): Entry {
  return {
    value: `request ${request}`,
    kind: 'page',
    title: text.refusedOf,
    detail: request,
    going: { to: { to: '/messages', search: { view: 'refused', request } } },
  };
}

/** Each platform leads to its messages. */
export function entriesOfPlatforms({ platforms }: FindPlatformsQuery): readonly Entry[] {
  return (platforms?.nodes ?? []).map(({ id, name }) => ({
    value: `platform ${id}`,
    kind: 'platform',
    title: name,
    going: { to: { to: '/messages', search: { platform: id, workspace: undefined } } },
  }));
}
