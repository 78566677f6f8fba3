import { statfs } from 'node:fs/promises';
import { day } from '../../src/ground/time/durations.ts';
import { eventsAWindow } from '../../src/retention/strip-pages.ts';
import { atLeast, atMost, type Bench, type Figure, type Pair } from './kit/bench.ts';
import { emitConnections } from './kit/emit-place.ts';
import { rounded } from './kit/figures.ts';
import { type GrownSide, makeGrownSide } from './kit/grown-side.ts';
import { listRequests, timeClaims, timeRetention, timeSweeps, warmSweeps } from './kit/growth-measures.ts';
import type { Lab } from './kit/lab.ts';
import { mailWal } from './kit/mail-wal.ts';
import { startPostgres } from './kit/postgres.ts';
import { runBeside, runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { type TableBytes, tableBytes } from './kit/table-bytes.ts';

const full = { messages: 20_000_000, workspaces: 5_000 };
const leastWorkspaces = 100;
const days = 90;
/** How far retention is behind when it is measured. */
const behind = 12 * day;
/** All of the messages of the other side have their content, so that a batch finds as many as beside it. */
const bare = { workspaces: 20, contentDaysBehind: 60 };
/** Messages of so many days of which each pair of measurements strips a window, and one is left. */
const messagesOf = (pairs: number, daysBehind: number) => ((pairs + 1) * eventsAWindow * days) / daysBehind;
/** Disk that a message takes with all that belongs to it, and the WAL; bytes. */
const bytesEach = 3_000;
/** How much slower than empty. */
const slower = 1.2;
/** Of each list, in turn. */
const listRounds = 5;
/** What a message took with all that belonged to it, and a webhook, before the rows were made smaller; bytes. */
const before = { message: 2_500, webhook: 1_558 };
/** A third less. */
const share = 2 / 3;

export const bench: Bench = {
  name: 'growth',
  measures:
    'Emits, claims, every list and count, what workers look for and sweep, and retention with 20,000,000 messages of 90 days and 5,000 workspaces stored; beside a database with 30,000 of 20, each with a service of its own. And what a message takes on disk and in the WAL.',
  async run(lab) {
    const { pairs: pairCount } = lab.settings;
    const messages = lab.sized(full.messages, messagesOf(pairCount, behind / day));
    await requireSpace(lab, messages);
    const postgres = await startPostgres(lab, { shared_buffers: '1GB', max_wal_size: '8GB' });
    const load = await startLoad(lab);
    const started = performance.now();
    const sides = {
      ours: await makeGrownSide(lab, await postgres.database('grown'), {
        messages,
        workspaces: lab.sized(full.workspaces, leastWorkspaces),
        days,
      }),
      yardstick: await makeGrownSide(lab, await postgres.database('bare'), {
        ...bare,
        messages: messagesOf(pairCount, behind / day + bare.contentDaysBehind),
        days,
      }),
    };
    const { ours, yardstick } = sides;
    const taken = rounded((performance.now() - started) / 60_000);
    const sizes = await tableBytes(ours.database.pool);
    const pairs = (unit: string, measure: (side: GrownSide) => Promise<number>) =>
      runPairs(
        lab,
        unit,
        () => measure(ours),
        () => measure(yardstick),
      );
    const figure = async (
      name: string,
      unit: string,
      measure: (side: GrownSide) => Promise<number>,
    ): Promise<Figure> => ({
      name: `growth ${name}`,
      pairs: await pairs(unit, measure),
      unit,
      target: atMost(slower),
    });
    for (const side of [ours, yardstick]) await warmSweeps(side);
    const listsOf = new Map<GrownSide, Awaited<ReturnType<typeof listRequests>>>();
    for (const side of [ours, yardstick]) listsOf.set(side, await listRequests(side));
    const listTimes = new Map<GrownSide, ReadonlyMap<string, number>>();
    const timeLists = async (side: GrownSide) => {
      const requests = listsOf.get(side) ?? [];
      const where = { url: side.service.url, apiKey: side.tenant.token };
      const times = new Map(await load.timed({ ...where, requests, rounds: listRounds }));
      listTimes.set(side, times);
      return sumOf(times);
    };
    await Promise.all([ours, yardstick].map(timeLists));
    const lists = await figure('lists', 'ms for all', timeLists);
    const claims = await figure('claim', 'ms', timeClaims);
    const swept = await figure('sweeps', 'ms for all', async (side) => sumOf(await timeSweeps(side)));
    const emits = await pairs('emits a second', async ({ service, tenant }) => {
      const where = { url: service.url, apiKey: tenant.token, kind: 'emit' } as const;
      return (await load.closed(where, { connections: emitConnections, seconds: lab.settings.seconds })).rate;
    });
    for (const { world } of [ours, yardstick]) world.advance(behind);
    // Before workers run, which would strip what the other side is behind with.
    const retention = await figure('retention', 'ms a batch of each', timeRetention);
    const wal = await mailWal(lab, load, sides);
    const { message, webhook } = bytesOf(sizes, messages);
    const space = (name: string, limit: number, bytes: number): Promise<Figure> =>
      runBeside(lab, 'bytes', limit, async () => bytes).then((found: readonly Pair[]) => ({
        name: `growth ${name}`,
        pairs: found,
        unit: 'bytes',
        target: atMost(1),
      }));
    return {
      figures: [
        claims,
        lists,
        swept,
        retention,
        await space('disk a message', before.message * share, message),
        await space('disk a webhook', before.webhook * share, webhook),
        { name: 'growth WAL a mail', pairs: wal, unit: 'bytes', target: null },
        { name: 'growth', pairs: emits, unit: 'emits a second', target: atLeast(1 / slower, 1) },
      ],
      notes: [
        `${messages} messages made in ${taken} minutes.`,
        `Bytes a message, of all messages: ${sizes.map(({ table, bytes }) => `${table} ${rounded(bytes / messages)}`).join(', ')}.`,
        `Bytes a row: ${sizes.map(({ table, rows, bytes }) => `${table} ${rounded(bytes / rows)}`).join(', ')}.`,
        `Slowest lists beside empty: ${slowest(listTimes.get(ours), listTimes.get(yardstick))}.`,
      ],
      profiled: { service: ours.service, run: () => timeLists(ours) },
    };
  },
};

const sumOf = (times: ReadonlyMap<string, number>) => [...times.values()].reduce((sum, time) => sum + time, 0);

/** The five lists whose last measurement was the furthest from that of the other side. */
function slowest(
  ours: ReadonlyMap<string, number> = new Map(),
  yardstick: ReadonlyMap<string, number> = new Map(),
): string {
  const ratios = [...ours].map(([name, time]) => ({ name, time, ratio: time / (yardstick.get(name) ?? Number.NaN) }));
  return ratios
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 5)
    .map(({ name, time, ratio }) => `${name} ${rounded(ratio)} (${rounded(time)} ms)`)
    .join('; ');
}

/** Tables with rows of mails; the others have rows of days and of people. */
function bytesOf(sizes: readonly TableBytes[], messages: number) {
  const ofMessages = ['events', 'messages', 'message_attempts', 'message_reports', 'message_opens', 'idempotency_keys'];
  const some = sizes.filter(({ table }) => ofMessages.includes(table) || table === 'webhooks');
  const webhooks = sizes.find(({ table }) => table === 'webhooks');
  return {
    message: some.reduce((sum, { bytes }) => sum + bytes, 0) / messages,
    webhook: (webhooks?.bytes ?? Number.NaN) / (webhooks?.rows ?? Number.NaN),
  };
}

async function requireSpace({ folder }: Lab, messages: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = messages * bytesEach;
  if (bavail * bsize < needed) {
    throw new Error(
      `${folder} has ${rounded((bavail * bsize) / 1e9)} GB left; ${messages} messages need ${rounded(needed / 1e9)}.`,
    );
  }
}
