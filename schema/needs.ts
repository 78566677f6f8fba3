/** What a request may do, compared with what a field needs (schema/scopes.ts). */
import type { Viewer } from '../src/context.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { holds, scopes, standIns } from '../src/platforms/keys/scopes.ts';
import type { Need, Needs } from './scopes.ts';

type Rights = Pick<Viewer, 'scopes' | 'workspaceId' | 'operator'>;

export function has({ scopes: given, workspaceId, operator }: Rights, need: Need): boolean {
  if (need === 'operator') return operator;
  if (need === 'allWorkspaces') return workspaceId === null;
  return holds(given, need);
}

/** Rejects with `forbidden`, whose message names what the key lacks. */
export function requireNeeds(viewer: Rights, needs: Needs): void {
  const lacking = needs.filter((need) => !has(viewer, need));
  if (lacking.length > 0) throw lacks(lacking);
}

/** Rejects with `forbidden` for the operator's token that only reads (docs/rules.md#operator-token). */
export function requireWriter({ readsOnly = false }: Pick<Viewer, 'readsOnly'>): void {
  if (readsOnly) throw new DomainError('forbidden', 'This token of the operator reads, and changes nothing.');
}

export function lacks(lacking: Needs): DomainError {
  if (lacking.includes('operator')) {
    return new DomainError('forbidden', 'This is for the operator: send the operator token.');
  }
  const missing = scopes.filter((scope) => lacking.includes(scope));
  const sentences = [
    ...(missing.length > 0 ? [`The API key lacks the ${named(missing)}.`] : []),
    ...(lacking.includes('allWorkspaces') ? ['The API key is for one workspace, and this concerns the platform.'] : []),
  ];
  return new DomainError('forbidden', sentences.join(' '));
}

/** The sentence about `needs` in the description of a field or an argument. */
export function sentenceOf(needs: Needs): string {
  if (needs.includes('operator')) return 'Needs the operator token.';
  const needed = scopes.filter((scope) => needs.includes(scope));
  if (needed.length === 0) return 'Needs no scope.';
  const key = needs.includes('allWorkspaces') ? ' and a key for all workspaces' : '';
  const others = needed.flatMap((scope) => (standIns[scope] ? [`, or ${quoted(standIns[scope])} instead`] : []));
  return `Needs the ${named(needed)}${others.join('')}${key}.`;
}

function named(wanted: readonly string[]): string {
  return `${wanted.length === 1 ? 'scope' : 'scopes'} ${quoted(wanted)}`;
}

function quoted(wanted: readonly string[]): string {
  return wanted.map((scope) => `\`${scope}\``).join(' and ');
}
