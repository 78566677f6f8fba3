import { Client } from 'undici';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { newId } from '../../src/ground/ids.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { startService } from '../../src/start-service.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import type { Bench, Pair } from './kit/bench.ts';
import { median, rounded } from './kit/figures.ts';
import type { Lab } from './kit/lab.ts';
import { startPostgres } from './kit/postgres.ts';

/** Of each kind at each link, in each round of a full run. */
const requests = 500;
const warmUp = 200;
const contactsABatch = 500;

const kinds = ['wrong MAC', 'truncated', 'swapped'] as const;
type Kind = (typeof kinds)[number];

/** `token` gives one that is spoilt in the way of `kind`; `n` makes them differ. */
interface Link {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly token: (kind: Kind, n: number) => string;
}

export const bench: Bench = {
  name: 'tokens',
  measures:
    'How long the links of mails take to answer a token that stands for nobody, by what is wrong with it: the time must not tell whether a token was nearly right. The slowest kind beside the quickest, medians, of the link where they are furthest apart, in the round in which they are closest.',
  async run(lab) {
    const { client, links } = await openLinks(lab);
    const count = lab.sized(requests, 50);
    const closest: (Pair & { readonly name: string })[] = [];
    for (const link of links) {
      const measured: Pair[] = [];
      for (let round = 1; round <= lab.settings.pairs; round += 1)
        measured.push(await measure(lab, client, link, count));
      // What else the machine does only ever sets the kinds apart.
      const [best] = measured.sort(byDistance);
      if (best === undefined) throw new Error('Nothing was measured.');
      closest.push({ ...best, name: link.name });
    }
    const worst = closest.sort(byDistance).at(-1);
    if (worst === undefined) throw new Error('Nothing was measured.');
    return {
      figures: [{ name: 'tokens', pairs: [worst], unit: 'ms (medians)', target: null }],
      notes: [`The link is ${worst.name}.`],
    };
  },
};

const byDistance = (a: Pair, b: Pair) => a.ours / a.yardstick - b.ours / b.yardstick;

/** The slowest kind's median as ours, the quickest kind's as the yardstick. */
async function measure({ say }: Lab, client: Client, link: Link, count: number): Promise<Pair> {
  const seen = new Set<string>();
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let n = -warmUp; n < count; n += 1) {
    for (const kind of shuffled(kinds)) {
      const taken = await time(client, link, link.token(kind, n + warmUp), seen);
      if (n >= 0) times.get(kind)?.push(taken);
    }
  }
  if (seen.size !== 1) throw new Error(`${link.name} answers ${seen.size} different pages.`);
  const medians = [...times].map(([kind, taken]) => ({ kind, median: median(taken) }));
  say(`  ${link.name}: ${medians.map((one) => `${one.kind} ${rounded(one.median)} ms`).join(', ')}`);
  const all = medians.map((one) => one.median);
  return { ours: Math.max(...all), yardstick: Math.min(...all) };
}

/** Milliseconds; `seen` keeps what was answered. */
async function time(client: Client, { method, body }: Link, target: string, seen: Set<string>): Promise<number> {
  const from = performance.now();
  const answer = await client.request({
    method,
    path: target,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  const text = await answer.body.text();
  const taken = performance.now() - from;
  seen.add(`${answer.statusCode} ${text}`);
  return taken;
}

const shuffled = <Item>(items: readonly Item[]) =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

async function openLinks(lab: Lab): Promise<{ readonly client: Client; readonly links: readonly Link[] }> {
  const postgres = await startPostgres(lab);
  const { url: databaseUrl } = await postgres.database('bench');
  const service = await startService({
    config: readConfig({ DATA_DIR: lab.folder, ROLES: 'api', PORT: '0' }),
    databaseUrl,
    secretKey: 'a key of thirty-two characters at least',
    log: createLog('silent'),
    inbox: { host: '127.0.0.1', port: 9 },
    webhookCaFile: null,
  });
  lab.atEnd(() => service.stop());
  const { app } = service;
  const { id: platformId } = await createPlatform(app, { name: 'Bench' });
  const ctx = { app, platformId, apiKeyId: null, workspaceId: null };
  const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
  for (let batch = 0; batch < 4; batch += 1) {
    await upsertContacts(
      ctx,
      'ref:shop',
      Array.from({ length: contactsABatch }, (_none, n) => ({
        reference: `reader-${batch}-${n}`,
        email: `reader-${batch}-${n}@example.com`,
      })),
    );
  }
  const { rows: people } = await app.db.pool.query<{ id: string }>('SELECT id FROM contacts');
  await app.db.pool.query('ANALYZE');

  const idOf = (n: number) => people[n % people.length]?.id ?? '';
  const path = (url: string) => url.slice(app.publicUrl.length);
  const way = (id: string) => path(unsubscribeUrl(app, { workspaceId, id }));
  const eye = (id: string) => path(openPixelUrl(app, id));

  function wayOut(kind: Kind, n: number): string {
    const [real, other] = [way(idOf(n)), way(idOf(n + 1))];
    switch (kind) {
      case 'wrong MAC':
        return `${real.slice(0, -1)}${real.endsWith('A') ? 'B' : 'A'}`;
      case 'truncated':
        return real.slice(0, -1);
      case 'swapped':
        return `${real.slice(0, -20)}${other.slice(-20)}`;
    }
  }

  function pixel(kind: Kind, n: number): string {
    const [id, other] = [newId(new Date()), newId(new Date())];
    const [real, macOfOther] = [eye(id), eye(other).slice(-28)];
    switch (kind) {
      case 'wrong MAC':
        return `${real.slice(0, -5)}${real.at(-5) === 'a' ? 'b' : 'a'}.gif`;
      case 'truncated':
        return `${real.slice(0, -5)}.gif`;
      case 'swapped':
        // Another message's MAC, or a token of the other links.
        return n % 2 === 0 ? `${real.slice(0, -28)}${macOfOther}` : way(idOf(n)).replace('/unsubscribe/', '/open/');
    }
  }

  const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
  const links: readonly Link[] = [
    { name: 'page', method: 'GET', token: wayOut },
    { name: 'leave', method: 'POST', body: form({ action: 'leave' }), token: wayOut },
    { name: 'one-click', method: 'POST', body: form({ 'List-Unsubscribe': 'One-Click' }), token: wayOut },
    { name: 'undo', method: 'POST', body: form({ action: 'undo' }), token: wayOut },
    { name: 'pixel', method: 'GET', token: pixel },
  ];

  const client = new Client(service.url ?? '');
  lab.atEnd(() => client.close());
  return { client, links };
}
