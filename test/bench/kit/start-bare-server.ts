/** The bare server's process. It writes the rows of an emit that the service has accepted, with other ids and values. */
import type pg from 'pg';
import { startChild } from '../../attacks/harness/child.ts';
import type { Lab } from './lab.ts';
import type { BenchPlatform } from './make-platform.ts';

export interface BareSettings {
  readonly databaseUrl: string;
  /** Of its pool: as many as the service's. */
  readonly connections: number;
  /** Id by reference. */
  readonly workspaces: readonly (readonly [string, string])[];
  readonly sample: Sample;
}

/** What the rows of all emits of the platform have in common. */
interface Sample {
  readonly platformId: string;
  readonly eventTypeId: string;
  readonly sendingDomainId: string;
  readonly templateVersionId: string;
  readonly locale: string;
  readonly timezone: string;
  readonly values: unknown;
  readonly fellBack: readonly string[];
  readonly answer: { readonly message: object };
}

export interface BareServer {
  readonly pid: number;
  readonly url: string;
}

/** The service's default of DATABASE_POOL. */
const connections = 16;

export async function startBareServer(
  lab: Lab,
  platform: BenchPlatform,
  database: { readonly url: string; readonly pool: pg.Pool },
): Promise<BareServer> {
  await platform.rest('POST', '/workspaces/ref:shop-0/events', {
    type: 'order.shipped',
    idempotency_key: 'sample',
    recipient: { email: 'sample@example.com' },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/track/1' },
  });
  const { rows: samples } = await database.pool.query<Sample>(
    `SELECT m.platform_id AS "platformId", m.event_type_id AS "eventTypeId", m.sending_domain_id AS "sendingDomainId",
            m.template_version_id AS "templateVersionId", m.locale, m.timezone, m.values, m.fell_back AS "fellBack",
            k.answer
     FROM messages m JOIN idempotency_keys k ON k.workspace_id = m.workspace_id AND k.event_id = m.event_id
     WHERE m.idempotency_key = 'sample'`,
  );
  const { rows: workspaces } = await database.pool.query<{ reference: string; id: string }>(
    'SELECT reference, id FROM workspaces',
  );
  const [sample] = samples;
  if (!sample) throw new Error('The sample emit left no message.');
  const { child, started } = await startChild(import.meta.resolve('./processes/bare-server.ts'), {
    databaseUrl: database.url,
    connections,
    workspaces: workspaces.map(({ reference, id }) => [reference, id] as const),
    sample,
  } satisfies BareSettings);
  lab.atEnd(() => child.kill());
  return { pid: child.pid, url: String(started) };
}
