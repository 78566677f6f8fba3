/** What the key that signed in may see and do. A page offers nothing else (docs/rules.md#api-key-scopes). */
import type { ApiKeyScope } from './operations.ts';
import type { Viewer } from './viewer.ts';

export interface Scopes {
  readonly isOperator: boolean;
  /** The only workspace that exists for the key; null: all of the platform. */
  readonly workspace: { readonly id: string; readonly name: string } | null;
  /** Whether the key has each of these scopes. The operator has all. */
  readonly allow: (...scopes: readonly ApiKeyScope[]) => boolean;
  /** The same, for what needs a key for all workspaces. */
  readonly allowWide: (...scopes: readonly ApiKeyScope[]) => boolean;
}

/** As the service has it: two scopes together allow what a third does. */
export function holds(given: readonly ApiKeyScope[], scope: ApiKeyScope): boolean {
  return given.includes(scope) || (scope === 'resend' && given.includes('send') && given.includes('manage'));
}

export function scopesOf({ operator: isOperator, key }: Viewer): Scopes {
  const workspace = key?.workspace ?? null;
  const given = key?.scopes ?? [];
  const allow: Scopes['allow'] = (...scopes) => isOperator || scopes.every((scope) => holds(given, scope));
  return { isOperator, workspace, allow, allowWide: (...scopes) => workspace === null && allow(...scopes) };
}
