/** Suppresses many addresses by hand in one transaction (docs/rules.md#suppression-by-hand). */
import type { SuppressionBlocks } from '../../prisma/generated/client.ts';
import { loadErasures } from '../contacts/load-contacts.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { type AddressFault, scopeOf } from './address-fault.ts';
import { suppressAddresses } from './suppress-addresses.ts';
import { blocksOf } from './suppress-by-hand.ts';

/** An address that a caller suppresses. */
export interface HandedSuppression {
  readonly email: string;
  readonly addressHash: Buffer;
  readonly reason: keyof typeof blocksOf;
  readonly note: string | null;
}

interface Many {
  /** The workspace through which they come. */
  readonly workspaceId: string;
  /** Null: the whole platform. */
  readonly reach: string | null;
  readonly given: readonly HandedSuppression[];
  /** When the caller sent them: an address whose person was erased since is blocked by its hash alone. */
  readonly sentAt: Date;
}

interface Written {
  /** For each of `given`, in order. */
  readonly results: readonly ('created' | 'updated')[];
  /** Whose webhooks the caller asks for after the commit. */
  readonly endpoints: readonly TurnKey[];
}

interface Signed {
  readonly addressHash: Buffer;
  readonly blocks: SuppressionBlocks;
  readonly note: string | null;
}

const signedRows = rowsOf<Signed>({
  address_hash: ['bytea', ({ addressHash }) => addressHash],
  blocks: ['suppression_blocks', ({ blocks }) => blocks],
  note: ['text', ({ note }) => note],
});

const sign = statement({
  rows: { i: signedRows },
  values: { scopeId: 'text', apiKeyId: 'text' },
  text: ({ i, scopeId, apiKeyId }) => `
    UPDATE suppressions s SET note = coalesce(i.note, s.note), api_key_id = ${apiKeyId}, by_hand = true
    FROM ${i}
    WHERE s.scope_id = ${scopeId} AND s.address_hash = i.address_hash AND s.blocks = i.blocks`,
});

export async function suppressMany(
  { app, platformId, apiKeyId }: Ctx,
  client: Queryable,
  { workspaceId, reach, given, sentAt }: Many,
): Promise<Written> {
  if (given.length === 0) return { results: [], endpoints: [] };
  const at = app.clock.now();
  const hexes = given.map(({ addressHash }) => addressHash.toString('hex'));
  const erasedAt = await loadErasures(client, workspaceId, hexes);
  const scopeId = scopeOf({ platformId, workspaceId: reach });
  const known = await readKnown(client, scopeId, given);
  const results: ('created' | 'updated')[] = [];
  const faults: AddressFault[] = [];
  const signed = new Map<string, Signed>();
  // As if they had come one after the other: the first reason of an address counts, and its last note.
  for (const [place, { email, addressHash, reason, note }] of given.entries()) {
    const hex = hexes[place] ?? '';
    const blocks = blocksOf[reason];
    const key = `${hex} ${blocks}`;
    const erased = erasedAt.get(hex);
    const isErased = erased !== undefined && erased >= sentAt;
    results.push(known.has(key) ? 'updated' : 'created');
    if (!known.has(key)) {
      const address = isErased ? null : email;
      faults.push({ platformId, workspaceId: reach, address, addressHash, reason, blocks, at });
    }
    known.add(key);
    signed.set(key, { addressHash, blocks, note: (isErased ? null : note) ?? signed.get(key)?.note ?? null });
  }
  const causes = await suppressAddresses(app, client, faults);
  await client.query(sign({ i: [...signed.values()], scopeId, apiKeyId }));
  // The caller's own change sends no `contact.suppressed`; mail that ends by it does.
  const ends = causes.filter(({ type }) => type === 'message.suppressed');
  return { results, endpoints: await recordWebhooks(app, client, ends) };
}

/** Which addresses are blocked already: `<hash> <blocks>`. */
async function readKnown(
  client: Queryable,
  scopeId: string,
  given: readonly HandedSuppression[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT encode(address_hash, 'hex') || ' ' || blocks AS key FROM suppressions
     WHERE scope_id = $1 AND address_hash = ANY($2)`,
    [scopeId, given.map(({ addressHash }) => addressHash)],
  );
  return new Set(rows.map(({ key }) => key));
}
