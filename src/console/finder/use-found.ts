/** What the service finds for a typed text: one or two bounded requests, by what the text may be (docs/rules.md#console-search). */
import { useSearch } from '@tanstack/react-router';
import type { Fault } from '../api/fault.ts';
import {
  FindAddressDocument,
  FindContactsDocument,
  FindIdDocument,
  FindMetadataDocument,
  FindPlatformsDocument,
  FindTextDocument,
  FindWorkspacesDocument,
} from '../api/operations.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import type { Entry } from './entry.ts';
import {
  entriesFoundByAddress,
  entriesOfAddress,
  entriesOfContacts,
  entriesOfId,
  entriesOfMetadata,
  entriesOfPlatforms,
  entriesOfSuppress,
  entriesOfText,
  entriesOfWorkspaceActs,
  entryOfRequest,
  entryOfUnknownId,
} from './found-entries.ts';
import { type Wanted, wantedOf } from './wanted.ts';

export interface Found {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  readonly fault: Fault | null;
}

/** Characters from which a text is searched for: a shorter one would find a part of everything. */
const textMin = 2;

/** Errors that say no more than that nothing is found: a text that no address or key can be. */
const nothing = new Set(['validation_failed', 'not_found']);

export function useFound(typed: string): Found {
  const wanted = wantedOf(typed);
  const scopes = useScopes();
  const platform = usePlatform();
  const { workspace } = useSearch({ strict: false }) as { readonly workspace?: string };
  const { isOperator, allow, allowWide } = scopes;
  const { text, id, email, request, pair, verb, object } = wanted;
  const reads = allow('read') && (!isOperator || platform !== null);
  const people = allow('people');
  const here = scopes.workspace?.id ?? workspace ?? null;
  const isText = id === null && email === null && request === null && verb === null && text.length >= textMin;
  const changesState = verb === 'suspend' || verb === 'resume';

  const byId = useAsk(FindIdDocument, { id: id ?? '', people }, { enabled: reads && id !== null });
  const byAddress = useAsk(
    FindAddressDocument,
    { email: email ?? '', wide: allowWide('people') },
    { enabled: reads && people && email !== null },
  );
  const byText = useAsk(FindTextDocument, { text, people }, { enabled: reads && isText });
  const byPair = useAsk(
    FindMetadataDocument,
    { filter: { metadata: pair }, people },
    { enabled: reads && pair !== null },
  );
  const contacts = useAsk(
    FindContactsDocument,
    { workspace: here ?? '', text },
    { enabled: reads && people && isText && here !== null },
  );
  const workspaces = useAsk(
    FindWorkspacesDocument,
    { text: object || null, status: verb === 'resume' ? 'suspended' : 'active' },
    { enabled: reads && allow('manage') && changesState },
  );
  const platforms = useAsk(
    FindPlatformsDocument,
    { text: (verb ? object : text) || null },
    { enabled: isOperator && (changesState || isText) },
  );

  const readings = [byId, byAddress, byText, byPair, contacts, workspaces, platforms];
  return {
    entries: [
      ...(request !== null && allowWide('read') ? [entryOfRequest(request)] : []),
      ...(byId.data ? (byId.data.node ? entriesOfId(byId.data) : [entryOfUnknownId(id ?? '')]) : []),
      ...(email === null ? [] : entriesFor(email, wanted)),
      ...(pair === null ? [] : entriesOfMetadata(pair, byPair.data)),
      ...(byText.data ? entriesOfText(byText.data) : []),
      ...(contacts.data ? entriesOfContacts(contacts.data, here ?? '') : []),
      ...(verb && workspaces.data ? entriesOfWorkspaceActs(workspaces.data.workspaces?.nodes ?? [], verb) : []),
      ...(platforms.data ? entriesOfPlatforms(platforms.data, verb) : []),
    ],
    isSearching: readings.some(({ isFetching }) => isFetching),
    fault: readings.find(({ fault }) => fault && !nothing.has(fault.code))?.fault ?? null,
  };

  function entriesFor(address: string, { verb: toDo }: Wanted): readonly Entry[] {
    if (toDo === 'suppress') {
      return allow('people', 'manage') ? entriesOfSuppress(byAddress.data, address, here) : [];
    }
    const known = entriesOfAddress(address, scopes);
    return byAddress.data ? [...known, ...entriesFoundByAddress(byAddress.data, address)] : known;
  }
}
