/** The workspaces of emits that name theirs by its reference: a cluster is asked by the id (src/db/by-workspace.ts). */
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { EmitWork } from './emit-work.ts';

interface Named {
  readonly platformId: string;
  readonly reference: string;
}

const findWorkspaces = statement({
  name: 'place-emits',
  rows: {
    i: rowsOf<Named>(
      { platform_id: ['text', ({ platformId }) => platformId], reference: ['text', ({ reference }) => reference] },
      { ordinality: true },
    ),
  },
  text: ({ i }) => `
    SELECT w.id FROM ${i}
    LEFT JOIN workspaces w ON w.platform_id = i.platform_id AND w.reference = i.reference AND w.deleted_at IS NULL
    ORDER BY i.position`,
});

/** No workspace has it. */
const nowhere = '';

/** Returns the emits, each with the id of its workspace; one whose workspace is not there has an id that none has. */
export async function placeEmits(client: Queryable, emits: readonly EmitWork[]): Promise<readonly EmitWork[]> {
  const named = emits.flatMap(({ platformId, workspace }) =>
    'reference' in workspace ? [{ platformId, reference: workspace.reference }] : [],
  );
  if (named.length === 0) return emits;
  const { rows } = await client.query<{ readonly id: string | null }>(findWorkspaces({ i: named }));
  const ids = rows.values();
  return emits.map((emit) =>
    'reference' in emit.workspace ? { ...emit, workspace: { id: ids.next().value?.id ?? nowhere } } : emit,
  );
}
