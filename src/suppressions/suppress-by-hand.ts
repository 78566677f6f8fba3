import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { emailAddress, parseInput } from '../ground/input.ts';
import { attemptsEnded } from '../messages/states/wait-for-attempts.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { suppressAddresses } from './suppress-addresses.ts';
import { readNote } from './suppression-note.ts';

const signBlock = statement({
  values: { workspaceId: 'text', addressHash: 'bytea', note: 'text', apiKeyId: 'text' },
  text: (v) => `
    UPDATE suppressions SET note = coalesce(${v.note}, note), api_key_id = ${v.apiKeyId}
    WHERE workspace_id = ${v.workspaceId} AND address_hash = ${v.addressHash} AND blocks = 'all'
    RETURNING id`,
});

/**
 * Suppresses an address for all email in the workspace (docs/rules.md#suppression-by-hand), and withholds its queued mail.
 * An address that the workspace already blocks keeps its reason and gets the note. Returns the id of the suppression.
 * Rejects with `not_found`, `validation_failed`.
 */
export async function suppressByHand(
  ctx: Ctx,
  workspacePath: string,
  given: { readonly email: unknown; readonly note?: unknown },
): Promise<string> {
  const { app, platformId, apiKeyId } = ctx;
  const { email: address } = parseInput(z.object({ email: emailAddress }), { email: given.email });
  const note = readNote(given.note);
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath, { select: { id: true } });
  const addressHash = app.secrets.addressHash(address);
  const at = app.clock.now();
  const fault = { platformId, workspaceId, address, addressHash, reason: 'manual', blocks: 'all', at } as const;
  const { id, endpoints } = await app.db.transaction(async (client) => {
    const causes = await suppressAddresses(app, client, [fault]);
    const { rows } = await client.query<{ id: string }>(signBlock({ workspaceId, addressHash, note, apiKeyId }));
    const [signed] = rows;
    if (!signed) throw new Error('A suppression by hand was not written');
    // The caller's own change sends no `contact.suppressed`; mail that ends by it does.
    const ends = causes.filter(({ type }) => type === 'message.suppressed');
    return { id: signed.id, endpoints: await recordWebhooks(app, client, ends) };
  });
  await app.wake.ask('webhooks', endpoints);
  await attemptsEnded(app, { platformId, workspaceId, addressHash });
  return id;
}
