/** SQL that writes what the service counts of messages: once for all of them, and by their even spread. */
import { delayBounds } from '../../../src/figures/delivery-times.ts';
import { figureFacts } from '../../../src/figures/figure-facts.ts';
import type { Growth } from './growth.ts';

/** SQL: as many messages as a workspace has in each of its rows of figures. */
const shareSql = (most: string) =>
  figureFacts.map((fact) => (fact === 'delivered' ? `${most} - 1` : fact === 'accepted' ? most : '0')).join(', ');
const delaysSql = `array_fill(0, ARRAY[${delayBounds.length + 1}])`;
const columns = `workspace_id, platform_id, day, event_type_id, template_version_id, provider, ${figureFacts.join(', ')}, delays`;

/** The days of the growth that a count is kept for, as `day`. */
const daysSql = "generate_series($2::date - $3::int, $2::date, '1 day') day";

/** Workspaces are asked for by `grown_workspaces`. */
export function rowsOfCounts({ sample, now, days }: Growth) {
  const values = [sample, now, days];
  const named = 's.event_type_id, s.template_version_id';
  const source = (workspace: string, platform: string, type: string, provider: string, from: string) =>
    `SELECT ${workspace}, ${platform}, day, ${type}, ${provider}, ${shareSql('9')}, ${delaysSql}
     FROM messages s, ${daysSql}${from} WHERE s.id = $1`;
  const providers = ", unnest(ARRAY['gmail', 'outlook', 'other']) p (provider)";
  const figures = [
    source('w.id', 's.platform_id', named, 'p.provider', `, grown_workspaces w${providers}`),
    source('w.id', 's.platform_id', "'', ''", "''", ', grown_workspaces w'),
    source("''", 's.platform_id', named, 'p.provider', providers),
    source("''", 's.platform_id', "'', ''", "''", ''),
  ];
  return [
    { text: `INSERT INTO figures (${columns}) ${figures.join('\nUNION ALL ')} ON CONFLICT DO NOTHING`, values },
    {
      text: `INSERT INTO sending_days (workspace_id, day, sent, judged)
             SELECT w.id, day, 9, true FROM grown_workspaces w, generate_series($1::date - $2::int, $1::date - 1, '1 day') day
             ON CONFLICT DO NOTHING`,
      values: [now, days],
    },
    {
      text: `INSERT INTO health_hours (workspace_id, hour, ended, delivered, judged)
             SELECT w.id, hour, 2, 2, CASE WHEN hour < $1::timestamptz - interval '7 days' THEN 2 ELSE 1 END
             FROM generate_series(date_trunc('hour', $1::timestamptz) - make_interval(days => $2::int),
                                  date_trunc('hour', $1::timestamptz) - interval '1 hour', '1 hour') hour, grown_workspaces w
             ON CONFLICT DO NOTHING`,
      values: [now, days],
    },
  ];
}
