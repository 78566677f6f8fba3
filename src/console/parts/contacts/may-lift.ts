/** Who may lift a suppression. */
import type { SuppressionFactsFragment } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';

/** Whether the key may lift the suppression; a block of marketing mail stays. */
export function useMayLift(): (suppression: Pick<SuppressionFactsFragment, 'scope' | 'blocks'>) => boolean {
  const { allow, allowWide } = useScopes();
  return ({ scope, blocks }) =>
    blocks.includes('all') && (scope === 'platform' ? allowWide('people', 'manage') : allow('people', 'manage'));
}
