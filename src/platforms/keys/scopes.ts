/** What an API key may do (docs/rules.md#api-key-scopes). */
import { ApiKeyScope } from '../../../prisma/generated/enums.ts';

export type Scope = ApiKeyScope;

/** Every scope, in the order in which they are shown. */
export const scopes: readonly Scope[] = Object.values(ApiKeyScope);

/** Scopes of a key that is made without naming any; `keys` is granted only by name. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'keys');

/** Returns the scopes in their order, each once. */
export function inOrder(given: readonly Scope[]): readonly Scope[] {
  return scopes.filter((scope) => given.includes(scope));
}
