/** Reads `EXCHANGER_RULES`: JSON, or the path of a file that holds it (docs/rules.md#provider-rules). */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ExchangerRules, exchangerRules, type Provider, type ProviderRule } from './provider-rules.ts';

const connections = z.int().min(1).max(200);
const rule = z
  .strictObject({
    connectionsToBegin: connections,
    connectionsMax: connections,
    mailsPerConnection: z.int().min(1).max(10_000),
    mailsPerMinute: z.int().min(1).max(1_000_000).nullable(),
    quietSeconds: z.int().min(1).max(1_800),
  })
  .partial();

const hostName = z.string().regex(/^[a-z0-9.-]{1,253}$/, 'must be a host or domain in lower case, such as mx.example');
const providerName = z
  .string()
  .regex(/^[a-z0-9_.-]{1,100}$/, 'must be a name of 1 to 100 characters of a-z, 0-9, _, . and -');

const given = z
  .strictObject({
    providers: z.record(providerName, rule.extend({ hosts: z.array(hostName).min(1).max(100).optional() })),
    others: rule,
    warmUp: z.array(z.int().min(1).max(1_000_000_000)).min(1).max(366),
  })
  .partial();

/** Returns the rules with what `text` changes. Throws with one line that says what is wrong. */
export function readExchangerRules(text: string): ExchangerRules {
  const parsed = given.safeParse(parseJson(/^\s*\{/.test(text) ? text : readRulesFile(text)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
  }
  const { providers = {}, others = {}, warmUp = exchangerRules.warmUp } = parsed.data;
  const changed = { ...exchangerRules.others, ...others } as ProviderRule;
  const known = exchangerRules.providers.map((one) => ({ ...one, ...providers[one.name] }) as Provider);
  const added = Object.entries(providers)
    .filter(([name]) => known.every((one) => one.name !== name))
    .map(([name, { hosts = [name], ...more }]) => ({ ...changed, ...more, name, hosts, asksAsOne: true }) as Provider);
  return { providers: [...known, ...added], others: changed, warmUp };
}

function readRulesFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('is neither JSON nor a file that can be read');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('holds no valid JSON');
  }
}
