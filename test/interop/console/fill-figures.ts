/**
 * Six weeks of mail of a workspace whose rates went over the lines, written into the tables of figures and health: a test
 * cannot wait for as many days.
 */
import type pg from 'pg';
import { ulid } from 'ulid';
import { openClient } from '../../support/open-client.ts';

/** Milliseconds. */
const oneHour = 3_600_000;
const oneDay = 24 * oneHour;
const daysOfMail = 42;

interface Place {
  readonly platformId: string;
  readonly workspaceId: string;
}

interface DayCounts {
  readonly accepted: number;
  readonly delivered: number;
  readonly complained: number;
  readonly bouncedHard: number;
  readonly bouncedSoft: number;
  readonly suppressed: number;
}

/** The mail of a day to one provider, `ago` days before now: more each week, and many bounces in the last days. */
export function countsOf(ago: number, provider: (typeof providers)[number]): DayCounts {
  const isBad = ago < 6;
  const accepted = (provider === 'other' ? 90 : 60) - ago + ((ago * 7) % 11);
  const bouncedHard = isBad ? Math.round(accepted * 0.12) : Math.round(accepted * 0.02);
  const complained = isBad && provider === 'gmail' ? 1 : 0;
  const suppressed = ago % 3;
  return {
    accepted,
    delivered: accepted - bouncedHard - complained - suppressed - 1,
    complained,
    bouncedHard,
    bouncedSoft: 1,
    suppressed,
  };
}

export const providers = ['gmail', 'outlook', 'other'] as const;

export async function fillFigures(databaseUrl: string, place: Place): Promise<void> {
  const client = await openClient(databaseUrl);
  try {
    await insertFigures(client, place);
    await insertHealth(client, place);
  } finally {
    await client.end();
  }
}

async function insertFigures(client: pg.Client, { platformId, workspaceId }: Place): Promise<void> {
  const { rows } = await client.query<{ id: string; type: string }>(
    `SELECT v.id, t.id AS type FROM template_versions v JOIN event_types t ON t.id = v.event_type_id
     WHERE t.platform_id = $1 LIMIT 1`,
    [platformId],
  );
  const [version] = rows;
  if (!version) throw new Error('The platform has no template.');
  const changes = Array.from({ length: daysOfMail }, (_, ago) =>
    providers.flatMap((provider) => changesOf(ago, provider).map((change) => ({ day: dayAgo(ago), provider, change }))),
  ).flat();
  // The workers add them up.
  await client.query(
    `INSERT INTO figure_changes (platform_id, workspace_id, event_type_id, template_version_id, day, provider, fact,
       delay, messages)
     SELECT $1, $2, $3, $4, * FROM unnest($5::date[], $6::text[], $7::text[], $8::int[], $9::int[])`,
    [
      platformId,
      workspaceId,
      version.type,
      version.id,
      changes.map(({ day }) => day),
      changes.map(({ provider }) => provider),
      changes.map(({ change }) => change.fact),
      changes.map(({ change }) => change.delay ?? null),
      changes.map(({ change }) => change.messages),
    ],
  );
}

interface Change {
  readonly fact: string;
  /** The step of the time to a delivery (src/figures/delivery-times.ts). */
  readonly delay?: number;
  readonly messages: number;
}

function changesOf(ago: number, provider: (typeof providers)[number]): readonly Change[] {
  const { accepted, delivered, complained, bouncedHard, bouncedSoft, suppressed } = countsOf(ago, provider);
  const half = Math.floor(delivered / 2);
  return [
    { fact: 'accepted', messages: accepted },
    { fact: 'fell_back', messages: 1 },
    { fact: 'delivered', delay: 3, messages: half },
    { fact: 'delivered', delay: 4, messages: delivered - half - 4 },
    { fact: 'delivered', delay: 5 + (ago % 3), messages: 4 },
    { fact: 'complained', delay: 3, messages: complained },
    { fact: 'bounced_hard', messages: bouncedHard },
    { fact: 'bounced_soft', messages: bouncedSoft },
    { fact: 'suppressed', messages: suppressed },
    { fact: 'opened', messages: half },
  ].filter(({ messages }) => messages > 0);
}

/** The rates of the last six days, the day's mail, and two moves of the level. */
async function insertHealth(client: pg.Client, { platformId, workspaceId }: Place): Promise<void> {
  for (let ago = 0; ago < 6; ago += 1) {
    const counts = providers.map((provider) => countsOf(ago, provider));
    const sum = (of: (day: DayCounts) => number) => counts.reduce((total, day) => total + of(day), 0);
    await client.query(
      `INSERT INTO health_hours (workspace_id, hour, ended, delivered, hard_bounces, complaints)
       VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, $4, $5, $6)`,
      [
        workspaceId,
        new Date(Date.now() - ago * oneDay),
        sum(({ accepted, suppressed }) => accepted - suppressed),
        sum(({ delivered, complained }) => delivered + complained),
        sum(({ bouncedHard }) => bouncedHard),
        sum(({ complained }) => complained),
      ],
    );
  }
  const moves = [
    { from: 'ramping', to: 'established', reason: 'volume_reached', at: new Date(Date.now() - 20 * oneDay) },
    { from: 'established', to: 'paused', reason: 'bounce_rate', at: new Date(Date.now() - 5 * oneHour) },
  ];
  await client.query(
    `INSERT INTO workspace_health (platform_id, workspace_id, state, reason, since, counts_since)
     VALUES ($1, $2, 'paused', 'bounce_rate', $3, $4)
     ON CONFLICT (platform_id, workspace_id)
     DO UPDATE SET state = excluded.state, reason = excluded.reason, since = excluded.since,
       counts_since = excluded.counts_since`,
    [platformId, workspaceId, moves[1]?.at, new Date(Date.now() - 60 * oneDay)],
  );
  for (const { from, to, reason, at } of moves) {
    await client.query(
      `INSERT INTO health_changes (platform_id, workspace_id, id, from_state, to_state, reason, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [platformId, workspaceId, ulid(at.getTime()), from, to, reason, at],
    );
  }
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * oneDay).toISOString().slice(0, 10);
}
