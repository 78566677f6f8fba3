/**
 * `npm run replies:classify -- <file>`: shows how the service judges replies of servers, one JSON line each. The file is
 * a JSON list of `{id, stage, reply}`; `stage` is the one at which the reply came. Optional are what the service knows in
 * a session: `side` (relay, exchanger), `recipient`, `sender` (our envelope address), and `host` (our name). A reply in
 * an unknown character set may come as `base64` instead of `reply`.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { classifyReply, parseReply } from './classify-reply.ts';
import { decodeReply } from './decode-reply.ts';
import { judgeDelivery, partiesOf } from './judge-delivery.ts';

const stages = { banner: 'open', mail: 'mail', rcpt: 'rcpt', dot: 'data' } as const;

const rowShape = z.object({
  id: z.union([z.string(), z.number()]),
  stage: z.enum(['banner', 'mail', 'rcpt', 'dot']),
  reply: z.string().optional(),
  base64: z.string().optional(),
  side: z.enum(['relay', 'exchanger']).default('exchanger'),
  recipient: z.string().nullable().default(null),
  sender: z.string().nullable().default(null),
  host: z.string().nullable().default(null),
});

type Row = z.infer<typeof rowShape>;

function judge({ id, stage, side, recipient, sender, host, ...row }: Row): object {
  const bytes = row.base64 === undefined ? null : Buffer.from(row.base64, 'base64').toString('latin1');
  const reply = bytes === null ? (row.reply ?? '') : decodeReply(bytes).text;
  const context = { recipient, sender, clientName: host, exchanger: null, side, durationMs: 0 };
  const sent = { outcome: { kind: 'refused', stage: stages[stage], reply }, tlsVersion: null } as const;
  const { outcome, bounce, mailboxFault } = judgeDelivery(sent, context);
  const at = stage === 'mail' ? 'mail' : stage === 'dot' ? 'data' : 'rcpt';
  const { reason, about } = classifyReply({ ...parseReply(reply), stage: at }, partiesOf(context));
  return { id, outcome: outcome === 'temporary' ? outcome : (bounce ?? 'soft'), mailboxFault, kind: reason, about };
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: npm run replies:classify -- <file>\n');
  process.exitCode = 2;
} else {
  try {
    const rows = z.array(rowShape).parse(JSON.parse(await readFile(file, 'utf8')));
    process.stdout.write(rows.map((row) => `${JSON.stringify(judge(row))}\n`).join(''));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
    process.exitCode = 1;
  }
}
