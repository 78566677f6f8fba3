/** One object as a line of the search. */
import type { FoundMessageFragment, NamedWorkspaceFragment } from '../api/operations.ts';
import { words } from '../words.ts';
import type { Entry } from './entry.ts';

export function messageEntry(found: FoundMessageFragment): Entry {
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

export function workspaceEntry({ id, name, reference }: NamedWorkspaceFragment): Entry {
  return {
    value: `workspace ${id}`,
    kind: 'workspace',
    title: name,
    detail: reference,
    going: { to: { to: '/workspaces/$id', params: { id } } },
  };
}

export function eventTypeEntries({ id, name }: { readonly id: string; readonly name: string }): readonly Entry[] {
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

export function personEntry(id: string, email: string, workspace: Named | string, detail: string | null): Entry {
  const place = typeof workspace === 'string' ? workspace : workspace.id;
  return {
    value: `person ${id}`,
    kind: 'person',
    title: email,
    detail,
    going: { to: { to: '/people/$workspace/$contact', params: { workspace: place, contact: id } } },
  };
}

export function endpointEntry({ id, url }: { readonly id: string; readonly url: string }): Entry {
  return {
    value: `endpoint ${id}`,
    kind: 'endpoint',
    title: url,
    going: { to: { to: '/webhooks', search: { endpoint: id } } },
  };
}
