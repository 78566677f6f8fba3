/** The input of a sending domain (docs/rules.md#one-sending-domain). */
import { z } from 'zod';

/** Characters: a name has 253 (RFC 1035), and the longest published name, of the DKIM key, is 26 longer. */
export const domainMaxLength = 227;

const domainName = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(
    z
      .string()
      .max(domainMaxLength, `must have at most ${domainMaxLength} characters`)
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
        'must be a domain name such as mail.example.com',
      ),
  );

export const sendingDomainInput = z.object({
  domain: domainName,
  /** Whether answers are to come here; null: as before. */
  replies: z.boolean('must be true or false').nullish().default(null),
});
