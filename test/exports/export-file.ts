/** Exports as a caller of GraphQL makes them, and their files as anybody reads them. */
import { expect } from 'vitest';
import { type ExportOrder, readToken } from '../../src/exports/export-order.ts';
import { streamExport } from '../../src/exports/stream-export.ts';
import type { Tenant, World } from '../support/world.ts';

/** The link of an export; `options`: further arguments. */
export async function linkOf(tenant: Tenant, kind: 'contact' | 'suppression', options = ''): Promise<string> {
  const field = `${kind}ExportCreate`;
  const made = await tenant.ask(
    `mutation { ${field}(workspace: "ref:shop" ${options}) { export { url format expiresAt } } }`,
  );
  expect(made.errors).toEqual([]);
  return made.data[field].export.url;
}

/** The path of a link: its origin is that of no server of a test. */
export const pathOf = (url: string): string => new URL(url).pathname;

export function orderOf({ app }: World, url: string): ExportOrder {
  const order = readToken(app.secrets, url.slice(url.lastIndexOf('/') + 1), app.clock.now());
  if (order === null) throw new Error('The link is closed');
  return order;
}

/** The parts of a file in their order. `meanwhile` runs between two parts. */
export async function partsOf(
  world: World,
  order: ExportOrder,
  meanwhile: (parts: readonly string[]) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const parts: string[] = [];
  await streamExport(world.app, order, async (bytes) => {
    parts.push(bytes.toString());
    await meanwhile(parts);
  });
  return parts;
}

/** Writes `count` contacts with a text of `length` characters, without the checks of an upsert. */
export async function fillContacts({ app }: World, { platformId, workspace }: Tenant, count: number, length = 3) {
  await app.db.pool.query(
    `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, attributes,
                           created_at, updated_at)
     SELECT $1, $2, lpad(n::text, 26, '0'), 'person-' || n, 'person-' || n || '@example.com',
            sha256(convert_to('person-' || n, 'UTF8')), 'pending', jsonb_build_object('plan', repeat('x', $4)), now(), now()
     FROM generate_series(1, $3::int) n`,
    [platformId, workspace, count, length],
  );
}
