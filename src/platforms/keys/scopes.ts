/** What an API key may do (docs/rules.md#api-key-scopes). */
import { ApiKeyScope } from '../../../prisma/generated/enums.ts';

export type Scope = ApiKeyScope;

/** Every scope, in the order in which they are shown. */
export const scopes: readonly Scope[] = Object.values(ApiKeyScope);

/** Scopes of a key that is made without naming any; others are granted only by name. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'keys' && scope !== 'resend');

/** Scopes that together allow what another one does: keys older than `resend` send again with these. */
export const standIns: Readonly<Partial<Record<Scope, readonly Scope[]>>> = { resend: ['send', 'manage'] };

/** Whether a key with the scopes `given` may do what needs `scope`. */
export function holds(given: readonly Scope[], scope: Scope): boolean {
  return given.includes(scope) || standIns[scope]?.every((one) => given.includes(one)) === true;
}

/** Returns the scopes in their order, each once. */
export function inOrder(given: readonly Scope[]): readonly Scope[] {
  return scopes.filter((scope) => given.includes(scope));
}
