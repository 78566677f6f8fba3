import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { SendingDomain } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { domainOf } from '../../ground/addresses/domain-of.ts';
import { invalid } from '../../ground/errors/errors.ts';

/**
 * Throws `validation_failed` under `to` unless the address is at the domain that the sending domain belongs to, and not
 * suppressed (docs/rules.md#test-mail). The owner of that domain has proven by DNS to be the sender, so a test mail
 * reaches nobody outside of the sender's own organisation.
 */
export async function checkTestRecipient(
  ctx: Ctx,
  to: string,
  { domain }: Pick<SendingDomain, 'domain'>,
): Promise<void> {
  const own = organisationOf(domain);
  if (organisationOf(domainOf(to)) !== own) {
    throw invalid({ to: [`must be an address at ${own}, the domain of the sender: a test mail goes to nobody else`] });
  }
  const { rows } = await ctx.app.db.pool.query<{ suppressed: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM suppressions WHERE platform_id = $1 AND address_hash = $2 AND blocks = 'all'
     ) AS suppressed`,
    [ctx.platformId, ctx.app.secrets.addressHash(to)],
  );
  if (rows[0]?.suppressed) throw invalid({ to: ['is suppressed: its mailbox has rejected mail of this platform'] });
}

/** Returns the domain that somebody has registered: `example.co.uk` of `mail.example.co.uk`. */
function organisationOf(domain: string): string {
  const ascii = domainToASCII(domain.toLowerCase());
  return getDomain(ascii, { allowPrivateDomains: true }) ?? ascii;
}
