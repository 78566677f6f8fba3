import { KeyNamesDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';

/** Returns the label of a key by its id; the id itself where the reader may not list keys. */
export function useKeyNames(): (id: string) => string {
  const { allowWide } = useScopes();
  const { data } = useAsk(KeyNamesDocument, {}, { enabled: allowWide('manage') });
  const nodes = data?.apiKeys?.nodes ?? [];
  return (id) => nodes.find((key) => key.id === id)?.name ?? id;
}
