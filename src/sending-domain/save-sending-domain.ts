import { randomBytes } from 'node:crypto';
import type { Ctx } from '../context.ts';
import { newId } from '../ground/ids.ts';
import { parseInput } from '../ground/input/input.ts';
import { failStrandedMail } from '../messages/outcomes/fail-stranded-mail.ts';
import { purposesOf } from './dns-records.ts';
import { soon } from './next-status.ts';
import { sendingDomainInput } from './sending-domain-input.ts';
import { setReplies } from './set-replies.ts';

/**
 * Registers the platform's one sending domain, with a DKIM key of its own (docs/rules.md#one-sending-domain), and whether
 * answers to its mail are to come here (docs/rules.md#reply-address). Returns whether the platform had none before.
 */
export async function saveSendingDomain(ctx: Ctx, input: unknown): Promise<{ readonly created: boolean }> {
  const { domain, replies } = parseInput(sendingDomainInput, input);
  const { app, platformId } = ctx;
  const current = await app.db.prisma.sendingDomain.findUnique({ where: { platformId } });
  const isSame = current?.domain === domain;
  if (isSame && (replies === null || (await setReplies(app, { platformId, domain, replies }))))
    return { created: false };
  // Before the transaction, because making a key takes a tenth of a second.
  const key = await app.newDkimKey();
  const now = app.clock.now();
  const id = newId(now);
  const created = await app.db.transaction(async (client) => {
    await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
    const { rows } = await client.query<{ domain: string; takesReplies: boolean | null }>(
      'SELECT domain, takes_replies AS "takesReplies" FROM sending_domains WHERE platform_id = $1',
      [platformId],
    );
    if (rows[0]?.domain === domain) return false;
    // The wish outlives the domain; the record of the new one is still to be found.
    const takesReplies = (replies ?? (rows[0]?.takesReplies ?? null) !== null) ? false : null;
    await client.query('DELETE FROM sending_domains WHERE platform_id = $1', [platformId]);
    await client.query(
      `INSERT INTO sending_domains (platform_id, id, domain, dkim_selector, dkim_key_sealed, dkim_public_key,
                                    check_due_at, created_at, updated_at, takes_replies)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
      [
        platformId,
        id,
        domain,
        newSelector(),
        app.secrets.seal(key.privateKeyPem),
        key.publicKey,
        // Not at once: a resolver would remember the missing record for longer than publishing takes.
        new Date(now.getTime() + soon),
        now,
        takesReplies,
      ],
    );
    await client.query(
      `INSERT INTO sending_domain_records (platform_id, sending_domain_id, purpose)
       SELECT $1, $2, unnest($3::dns_record_purpose[])`,
      [platformId, id, purposesOf({ takesReplies })],
    );
    return rows.length === 0;
  });
  if (!created) await failStrandedMail(app, platformId);
  return { created };
}

/** Returns a selector that no other platform has, so that several may sign for one domain. */
function newSelector(): string {
  return `td${randomBytes(6).toString('hex')}`;
}
