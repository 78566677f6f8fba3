import type { ErasedAddress } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { ofEachWorkspace } from '../db/by-workspace.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { idAt } from '../ground/ids.ts';

interface Sought {
  readonly workspaceId: string;
  readonly erasedAt: Date;
}

/** The id of an erasure is minted at its request, whose time the erased address has too. */
const erasuresOf = statement({
  rows: {
    i: rowsOf<Sought>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      erased_at: ['timestamptz', ({ erasedAt }) => erasedAt],
      first: ['text', ({ erasedAt }) => idAt(erasedAt)],
      after: ['text', ({ erasedAt }) => idAt(new Date(erasedAt.getTime() + 1))],
    }),
  },
  text: ({ i }, only) => `
    SELECT i.workspace_id AS id, e.id AS "erasureId"
    FROM ${i}
    CROSS JOIN LATERAL (
      SELECT k.id FROM erasures k
      WHERE k.workspace_id = i.workspace_id AND ${only('k.workspace_id')} AND k.id > i.first AND k.id < i.after AND k.requested_at = i.erased_at
      ORDER BY k.id DESC LIMIT 1) e`,
});

/** Returns, by workspace, the id of the erasure that left the erased address. */
export async function findErasuresOf(
  { app }: Ctx,
  erased: readonly Pick<ErasedAddress, 'workspaceId' | 'erasedAt'>[],
): Promise<readonly { readonly id: string; readonly erasureId: string }[]> {
  return ofEachWorkspace(
    app.db,
    erased,
    ({ workspaceId }) => workspaceId,
    async (of, form) => (await app.db.pool.query(form(erasuresOf)({ i: of }))).rows,
  );
}
