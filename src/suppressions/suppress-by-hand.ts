import { z } from 'zod';
import type { SuppressionBlocks, SuppressionReason } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { attemptsEnded } from '../messages/states/wait-for-attempts.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { scopeOf } from './address-fault.ts';
import { suppressAddresses } from './suppress-addresses.ts';
import { suppressionNote } from './suppression-note.ts';

/** Reasons that a caller may know of, with what they block. */
const reasons = ['manual', 'hard_bounce', 'complaint'] as const satisfies readonly SuppressionReason[];
export const blocksOf: Readonly<Record<(typeof reasons)[number], SuppressionBlocks>> = {
  manual: 'all',
  hard_bounce: 'all',
  complaint: 'marketing',
};

export const suppressInput = z.object({
  email: emailAddress,
  reach: z.enum(['workspace', 'platform']).nullish(),
  reason: z.enum(reasons, `must be one of ${reasons.join(', ')}`).nullish(),
  note: suppressionNote,
});

interface Given {
  readonly email: unknown;
  readonly reach?: unknown;
  readonly reason?: unknown;
  readonly note?: unknown;
}

const ofPlatform = 'The API key is for one workspace, and this suppression would block the whole platform.';

const sign = statement({
  values: {
    scopeId: 'text',
    addressHash: 'bytea',
    blocks: 'suppression_blocks',
    note: 'text',
    apiKeyId: 'text',
  },
  text: (v) => `
    UPDATE suppressions SET note = coalesce(${v.note}, note), api_key_id = ${v.apiKeyId}, by_hand = true
    WHERE scope_id = ${v.scopeId} AND address_hash = ${v.addressHash} AND blocks = ${v.blocks}
    RETURNING id`,
});

/**
 * Suppresses an address in the workspace, or in all of the platform (docs/rules.md#suppression-by-hand), and withholds its
 * queued mail. An address that is already blocked so keeps its reason and gets the note. Returns the id of the
 * suppression. Rejects with `not_found`, `validation_failed`, and `forbidden` for a key of one workspace.
 */
export async function suppressByHand(ctx: Ctx, workspacePath: string, given: Given): Promise<string> {
  const { app, platformId, apiKeyId } = ctx;
  const { email: address, reach, reason: givenReason, note = null } = parseInput(suppressInput, given);
  const { id } = await findWorkspace(ctx, workspacePath, { select: { id: true } });
  const workspaceId = reach === 'platform' ? null : id;
  if (workspaceId === null && ctx.workspaceId != null) throw new DomainError('forbidden', ofPlatform);
  const reason = givenReason ?? 'manual';
  const blocks = blocksOf[reason];
  const addressHash = app.secrets.addressHash(address);
  const at = app.clock.now();
  const fault = { platformId, workspaceId, address, addressHash, reason, blocks, at };
  const { suppressionId, endpoints } = await app.db.transaction(async (client) => {
    const causes = await suppressAddresses(app, client, [fault]);
    const { rows } = await client.query<{ id: string }>(
      sign({ scopeId: scopeOf(fault), addressHash, blocks, note, apiKeyId }),
    );
    const [row] = rows;
    if (!row) throw new Error('A suppression by hand was not written');
    // The caller's own change sends no `contact.suppressed`; mail that ends by it does.
    const ends = causes.filter(({ type }) => type === 'message.suppressed');
    return { suppressionId: row.id, endpoints: await recordWebhooks(app, client, ends) };
  });
  await app.wake.ask('webhooks', endpoints);
  await attemptsEnded(app, { platformId, ...(workspaceId !== null && { workspaceId }), addressHash });
  return suppressionId;
}
