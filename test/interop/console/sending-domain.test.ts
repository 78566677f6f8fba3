/** The page of the sending domain, in a browser, with a real name server. */
import { afterAll, expect, test } from 'vitest';
import { startNameServer } from '../../support/name-server.ts';
import type { Backend } from '../../support/service.ts';
import { openConsole } from './console-world.ts';

const dns = await startNameServer();
const world = openConsole({ env: { DNS_SERVERS: dns.address, SPF_VALUE: 'include:spf.tidings.example' } });
afterAll(() => dns.stop());

interface WantedRecord {
  readonly purpose: string;
  readonly type: 'MX' | 'TXT';
  readonly name: string;
  readonly value: string;
}

test('a domain is verified once its records are published, and a record that vanishes starts the clock', async () => {
  const backend = await world.tidings.platform('Harbour Mail', 'mail.harbour-books.co.uk');
  const records = await wantedOf(backend);
  const page = await world.open('/console/sending-domain', {}, backend.apiKey);
  const check = page.getByRole('button', { name: 'Check DNS now' });
  await page.getByText('Mail waits until every required record is verified.').waitFor();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dkim = page.locator('.record', { hasText: 'DKIM' });
  // The button says so for a moment.
  const told = dkim.getByRole('button', { name: 'Copied' }).waitFor();
  await dkim.getByRole('button', { name: 'Copy Value' }).click();
  await told;
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(records.find(({ purpose }) => purpose === 'dkim')?.value);

  publish(records);
  // The notice passes: it may be gone before the page has read the domain again.
  const checked = page.getByText('DNS checked').first().waitFor();
  await check.click();
  await page.getByText('Mail may be sent.').waitFor();
  await checked;
  await expect.poll(() => page.locator('.record .badge', { hasText: 'Verified' }).count()).toBe(4);

  const spf = page.locator('.record', { hasText: 'SPF' });
  dns.txt(spfOf(records).name);
  await check.click();
  await spf.getByText('Missing').waitFor();
  await spf.getByText('Nothing found').waitFor();
  const clock = page.locator('.note', { hasText: 'A required record has vanished.' });
  await clock.waitFor();
  const end = Date.parse((await clock.locator('time').first().getAttribute('datetime')) ?? '');
  expect(Math.abs(end - Date.now() - 24 * 3_600_000)).toBeLessThan(120_000);

  dns.txt(spfOf(records).name, 'v=spf1 include:other.example -all');
  await check.click();
  await spf.getByText('Different').waitFor();
  await spf.getByText('v=spf1 include:other.example -all').waitFor();
  publish(records);
  await check.click();
  await spf.getByText('Verified').waitFor();
  await clock.waitFor({ state: 'detached' });
});

async function wantedOf(backend: Backend): Promise<readonly WantedRecord[]> {
  const { body } = await backend.graphql('{ sendingDomain { records { purpose type name value } } }');
  return body.data.sendingDomain.records;
}

function spfOf(records: readonly WantedRecord[]): WantedRecord {
  const found = records.find(({ purpose }) => purpose === 'spf');
  if (!found) throw new Error('The domain wants no SPF record.');
  return found;
}

function publish(records: readonly WantedRecord[]): void {
  for (const { type, name, value } of records) {
    if (type === 'TXT') dns.txt(name, value);
    const [preference, exchange = ''] = value.split(' ');
    if (type === 'MX') dns.mx(name, [Number(preference), exchange]);
  }
}
