/** The workspace and the event types of which an endpoint hears, and the version of its bodies. */
import { type ReactNode, useState } from 'react';
import type { Fault } from '../../api/fault.ts';
import type { WebhookEndpointUpdateInput } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { errorFor, optionsOf, SelectField, TextField } from '../forms/field.tsx';
import type { Endpoint } from './endpoint.ts';

const text = words.webhooks;

export type Scope = Pick<WebhookEndpointUpdateInput, 'workspace' | 'eventTypes' | 'version'>;
export type SavedScope = Partial<Pick<Endpoint, 'workspace' | 'workspaceId' | 'eventTypes' | 'version'>>;

/** As the form writes it. */
export interface WrittenScope {
  readonly workspace: string;
  readonly eventTypes: string;
  readonly version: string;
}

export function useScope(saved: SavedScope) {
  const { eventTypes, version } = saved;
  return useState<WrittenScope>({
    workspace: workspaceOf(saved),
    eventTypes: eventTypes?.join(', ') ?? '',
    version: version === 2 ? '2' : '1',
  });
}

/** A deleted workspace is still its id: an empty field would stand for all workspaces. */
function workspaceOf({ workspace, workspaceId }: SavedScope): string {
  return workspace?.reference ? `ref:${workspace.reference}` : (workspaceId ?? '');
}

/** What a save sends; a scope that was never chosen stays so, as does the workspace that nobody changed. */
export function scopeOf({ workspace, eventTypes, version }: WrittenScope, saved: SavedScope): Scope {
  const names = eventTypes.split(',').flatMap((name) => name.trim() || []);
  return {
    ...(workspace.trim() === workspaceOf(saved) ? {} : { workspace: workspace.trim() || null }),
    eventTypes: names.length === 0 ? null : names,
    version: version === '1' && saved.version == null ? null : Number(version),
  };
}

interface ScopeFieldsProps {
  readonly scope: WrittenScope;
  readonly fault: Fault | null;
  readonly onChange: (scope: WrittenScope) => void;
}

export function ScopeFields({ scope, fault, onChange }: ScopeFieldsProps): ReactNode {
  return (
    <>
      <TextField
        label={text.onlyWorkspace}
        hint={text.onlyWorkspaceHint}
        value={scope.workspace}
        error={errorFor(fault, 'workspace')}
        onChange={({ target }) => onChange({ ...scope, workspace: target.value })}
      />
      <TextField
        label={text.onlyEventTypes}
        hint={text.onlyEventTypesHint}
        value={scope.eventTypes}
        error={eventTypesFault(fault)}
        onChange={({ target }) => onChange({ ...scope, eventTypes: target.value })}
      />
      <SelectField
        label={text.bodyVersion}
        hint={text.bodyVersionHint}
        options={optionsOf(text.bodyVersions)}
        value={scope.version}
        onChange={({ target }) => onChange({ ...scope, version: target.value })}
      />
    </>
  );
}

/** The first fault, which may be that of one name. */
function eventTypesFault(fault: Fault | null): string | null {
  return Object.entries(fault?.errors ?? {}).find(([path]) => path.includes('eventTypes'))?.[1][0] ?? null;
}

/** Such as `Ada's shop; order.paid`; null: everything. */
export function wordsOfScope({ workspace, workspaceId, eventTypes }: SavedScope): string | null {
  const only = workspace?.name ?? (workspaceId ? text.deletedWorkspace(workspaceId) : null);
  return [only, eventTypes?.join(', ')].filter(Boolean).join('; ') || null;
}
