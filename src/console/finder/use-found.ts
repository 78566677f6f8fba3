/** What the service finds for a typed text: a few bounded requests, by what the text may be (docs/rules.md#console-search). */
import { useLocation } from '@tanstack/react-router';
import type { Fault } from '../api/fault.ts';
import {
  FindAddressDocument,
  FindContactsDocument,
  FindDomainDocument,
  FindEndpointsDocument,
  FindIdDocument,
  FindMessagesDocument,
  FindPlatformsDocument,
  FindTextDocument,
} from '../api/operations.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { useMayLift } from '../parts/contacts/may-lift.ts';
import { actsOfAddress, actsOfId } from './act-entries.ts';
import type { Entry } from './entry.ts';
import {
  entriesFoundByAddress,
  entriesOfAddress,
  entriesOfContacts,
  entriesOfEndpoints,
  entriesOfId,
  entriesOfMetadata,
  entriesOfPlatforms,
  entriesOfText,
  entryOfUnknownId,
} from './found-entries.ts';
import { entriesOfDomain, entryOfRequest } from './list-entries.ts';
import { useActs } from './use-acts.ts';
import { useFoundValue } from './use-found-value.ts';
import { mayDo, type Verb } from './verbs.ts';
import { shownOn, wantedOf } from './wanted.ts';

export interface Found {
  readonly entries: readonly Entry[];
  /** What can be done with what was found: apart from it, and after it. */
  readonly acts: readonly Entry[];
  readonly isSearching: boolean;
  readonly fault: Fault | null;
}

/** Characters from which a text is searched for: a shorter one would find a part of everything. */
const textMin = 2;
/** Those from which a part of an endpoint's address is looked for. */
const addressMin = 4;

/** Those from which keys are searched for by how they begin. */
const startMin = 3;

/** Who searches twice wants to see what came meanwhile. */
const anew = true;

/** Errors that say no more than that nothing is found: a text that no address or key can be. */
const nothing = new Set(['validation_failed', 'not_found']);

export function useFound(typed: string): Found {
  const { pathname, search } = useLocation();
  const wanted = wantedOf(typed, shownOn(pathname, search));
  const scopes = useScopes();
  const platform = usePlatform();
  const mayLift = useMayLift();
  const { isOperator, allow, allowWide } = scopes;
  const { text, id, email, domain, request, pair, verb } = wanted;
  const reads = allow('read') && (!isOperator || platform !== null);
  const people = allow('people');
  const here = scopes.workspace?.id ?? search.workspace ?? null;
  const isText = (verb !== null || (id === null && email === null)) && text.length >= textMin;

  const byId = useAsk(FindIdDocument, { id: id ?? '', people }, { anew, enabled: reads && id !== null });
  const byAddress = useAsk(
    FindAddressDocument,
    { email: email ?? '', wide: allowWide('people') },
    { anew, enabled: reads && people && email !== null },
  );
  // People write an order number, with which keys begin; a word begins too many.
  const start = /\d/.test(text) && text.length >= startMin ? text : null;
  const key = start === null ? { idempotencyKey: text } : { idempotencyKeyStart: start };
  const byText = useAsk(
    FindTextDocument,
    { text, keys: key, refused: key, people, wide: allowWide('read') },
    { anew, enabled: reads && isText },
  );
  // An order number may be metadata alone; where a key begins with it, that is what was meant.
  const isNoKey = byText.data?.messages?.nodes.length === 0;
  const byValue = useFoundValue(
    reads && start !== null && verb === null && isText && isNoKey && allowWide('read') ? text : null,
    people,
  );
  const byDomain = useAsk(
    FindDomainDocument,
    { domain: domain ?? '', wide: allowWide('read', 'people') },
    { anew, enabled: reads && people && domain !== null },
  );
  const byPair = useAsk(
    FindMessagesDocument,
    { filter: { metadata: pair }, people },
    { anew, enabled: reads && pair !== null },
  );
  const contacts = useAsk(
    FindContactsDocument,
    { workspace: here ?? '', text },
    { anew, enabled: reads && people && isText && verb === null && here !== null },
  );
  const endpoints = useAsk(
    FindEndpointsDocument,
    {},
    { anew, enabled: reads && isText && verb === null && text.length >= addressMin && allowWide('read') },
  );
  const platforms = useAsk(FindPlatformsDocument, { text }, { anew, enabled: isOperator && isText && verb === null });
  const acts = useActs(wanted, here);

  const readings = [
    byId,
    byAddress,
    byText,
    byPair,
    byDomain,
    endpoints,
    contacts,
    platforms,
    ...byValue.readings,
    ...acts.readings,
  ];
  // Without a verb, what can be done follows what was found.
  const may = (each: Verb) => (verb === null || verb === each) && mayDo(each, scopes);
  // Names of event types look like domains.
  const isType = byText.data?.eventTypes?.nodes.some(({ name }) => name === domain) ?? false;
  const done = [
    ...(byId.data && id !== null ? actsOfId(byId.data, may, mayLift) : []),
    ...(email !== null && reads ? actsOfAddress(byAddress.data, email, here, may) : []),
    ...acts.entries,
  ];
  const found = [
    ...(verb === null ? foundByName() : []),
    ...(pair === null ? [] : entriesOfMetadata(pair, byPair.data)),
    ...(byText.data && isText ? entriesOfText(byText.data, start) : []),
    ...byValue.entries,
    ...(contacts.data && verb === null ? entriesOfContacts(contacts.data, here ?? '') : []),
    ...(endpoints.data && isText && verb === null && text.length >= addressMin
      ? entriesOfEndpoints(endpoints.data, text)
      : []),
    ...(platforms.data && verb === null ? entriesOfPlatforms(platforms.data) : []),
    ...(domain !== null && people && reads && !isType ? entriesOfDomain(domain, byDomain.data) : []),
    // Many an idempotency key has the form of a request id as well.
    ...(request !== null && allowWide('read') ? [entryOfRequest(request)] : []),
  ];
  return {
    entries: onceEach(verb === null ? found : [...done, ...found]),
    acts: verb === null ? onceEach(done) : [],
    isSearching: readings.some(({ isFetching }) => isFetching),
    fault: readings.find(({ fault }) => fault && !nothing.has(fault.code))?.fault ?? null,
  };

  /** By an id or a whole address. */
  function foundByName(): readonly Entry[] {
    if (id !== null && byId.data) return byId.data.node ? entriesOfId(byId.data) : [entryOfUnknownId(id)];
    if (email === null) return [];
    const known = entriesOfAddress(email, scopes);
    return byAddress.data ? [...known, ...entriesFoundByAddress(byAddress.data, email)] : known;
  }
}

/** The same act may come from the open page and from a name. */
function onceEach(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.value, entry])).values()];
}
