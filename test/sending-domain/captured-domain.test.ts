import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { checkSendingDomain } from '../../src/sending-domain/check-sending-domain.ts';
import { saveSendingDomain } from '../../src/sending-domain/save-sending-domain.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const read = `{
  sendingDomain { id status sendable verifiedAt records { status } }
  workspace(workspace: "ref:shop") { sending { state } }
}`;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  // Mail is captured and no name server is configured: every lookup here fails.
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const save = (domain: string) =>
  saveSendingDomain({ app: world.app, platformId: tenant.platformId, apiKeyId: null, workspaceId: null }, { domain });

test.each(['shop.test', 'mail.shop.example', 'shop.localhost'])(
  'while mail is captured, %s counts as verified without a look at DNS, and nothing of it is stored',
  async (domain) => {
    await save(domain);
    await tenant.ask('mutation { sendingDomainVerify { sendingDomain { id } } }');
    const { data } = await tenant.ask(read);
    await checkSendingDomain(world.app, { platformId: tenant.platformId, id: data.sendingDomain.id });
    expect((await tenant.ask(read)).data).toMatchObject({
      sendingDomain: { status: 'verified', sendable: true, verifiedAt: null },
      workspace: { sending: { state: 'ready' } },
    });
    const { rows } = await world.app.db.pool.query(
      `SELECT DISTINCT d.status, r.status AS record, r.checked_at FROM sending_domains d
       JOIN sending_domain_records r ON r.sending_domain_id = d.id WHERE d.platform_id = $1`,
      [tenant.platformId],
    );
    expect(rows).toEqual([{ status: 'pending', record: 'pending', checked_at: null }]);
    const config = readConfig({ TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1', SPF_VALUE: 'ip4:192.0.2.1' });
    const elsewhere = { app: createApp({ ...world.app, config }), platformId: tenant.platformId };
    expect((await world.ask(elsewhere, read)).data).toMatchObject({
      sendingDomain: { status: 'pending', sendable: false },
      workspace: { sending: { state: 'blocked' } },
    });
  },
);

test.each(['example.com', 'test.example.com', 'contest'])('a domain such as %s is no local one', async (name) => {
  const domain = name.includes('.') ? name : `shop.${name}`;
  await save(domain);
  expect((await tenant.ask(read)).data.sendingDomain).toMatchObject({ status: 'pending', sendable: false });
});
