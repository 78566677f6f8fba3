/** What the service finds to do something with, once the text begins with a verb (docs/rules.md#console-search). */
import {
  FindBlocksDocument,
  FindEndpointsDocument,
  FindMessagesDocument,
  FindPlatformsDocument,
  FindTemplatesDocument,
  FindWorkspacesDocument,
  type MessageState,
} from '../api/operations.ts';
import { type Reading, useAsk, usePlatform } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { useMayLift } from '../parts/contacts/may-lift.ts';
import { cancellable, resendable } from '../parts/messages/message-facts.ts';
import {
  actsOfEndpoint,
  actsOfMessage,
  actsOfPlatforms,
  actsOfWorkspaces,
  liftsOfBlocks,
  testOfTemplate,
} from './act-entries.ts';
import type { Entry } from './entry.ts';
import { mayDo, type Verb } from './verbs.ts';
import type { Wanted } from './wanted.ts';

interface Acts {
  readonly entries: readonly Entry[];
  readonly readings: readonly Reading<unknown>[];
}

const states: Readonly<Partial<Record<Verb, readonly MessageState[]>>> = { resend: resendable, cancel: cancellable };

/** `here`: the workspace of the open page. */
export function useActs({ verb, object, typedObject, email }: Wanted, here: string | null): Acts {
  const scopes = useScopes();
  const mayLift = useMayLift();
  const { isOperator, allow, allowWide } = scopes;
  const platform = usePlatform();
  const reads = allow('read') && (!isOperator || platform !== null);
  const may = (wanted: Verb) => wanted === verb && mayDo(wanted, scopes);
  const changesState = verb === 'suspend' || verb === 'resume' ? verb : null;
  const wantedStates = (verb && states[verb]) ?? null;
  const isOfEndpoint = verb === 'pause' || verb === 'resume' || verb === 'test' || verb === 'redeliver';

  const workspaces = useAsk(
    FindWorkspacesDocument,
    { text: typedObject || null, status: changesState === 'resume' ? 'suspended' : 'active' },
    { enabled: reads && changesState !== null && may(changesState) },
  );
  const platforms = useAsk(
    FindPlatformsDocument,
    { text: typedObject || null },
    { enabled: isOperator && changesState !== null },
  );
  const messages = useAsk(
    FindMessagesDocument,
    { filter: { recipient: email, states: [...(wantedStates ?? [])] }, people: true },
    { enabled: reads && allow('people') && wantedStates !== null && email !== null && verb !== null && may(verb) },
  );
  const endpoints = useAsk(
    FindEndpointsDocument,
    {},
    { enabled: reads && isOfEndpoint && allowWide('read', 'manage') && may(verb) },
  );
  const templates = useAsk(
    FindTemplatesDocument,
    { text: object },
    { enabled: reads && verb === 'test' && object !== '' && may('test') },
  );
  const blocks = useAsk(
    FindBlocksDocument,
    { workspace: here ?? '', email: email ?? '' },
    { enabled: reads && verb === 'lift' && may('lift') && !allowWide('people') && here !== null && email !== null },
  );
  const isNamed = ({ id, url }: { readonly id: string; readonly url: string }) =>
    id === object || url.toLowerCase().includes(typedObject.toLowerCase());
  return {
    readings: [workspaces, platforms, messages, endpoints, templates, blocks],
    entries: [
      ...(wantedStates ? (messages.data?.messages?.nodes ?? []) : []).flatMap((message) =>
        actsOfMessage(message, may, mayLift),
      ),
      ...(changesState && workspaces.data
        ? actsOfWorkspaces(workspaces.data.workspaces?.nodes ?? [], changesState)
        : []),
      ...(changesState && platforms.data ? actsOfPlatforms(platforms.data, changesState) : []),
      ...(isOfEndpoint ? (endpoints.data?.webhookEndpoints ?? []) : [])
        .filter(isNamed)
        .flatMap((endpoint) => actsOfEndpoint(endpoint, may)),
      ...(verb === 'test' ? (templates.data?.eventTypes?.nodes ?? []) : [])
        .filter(({ template }) => template !== null)
        .map(({ name }) => testOfTemplate(name)),
      ...(verb === 'lift' && blocks.data && email && here ? liftsOfBlocks(blocks.data, here, email) : []),
    ],
  };
}
