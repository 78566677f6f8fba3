/** What a page shows first on a telephone of 360 × 780 pixels, in a browser. */
import { expect, test } from 'vitest';
import { openConsole, operatorToken, phone } from './console-world.ts';

const world = openConsole();

test('all tabs of People are seen without scrolling sideways', async () => {
  const page = await world.open('/console/people', { viewport: phone });
  const tabs = page.locator('.tabs');
  await tabs.getByRole('link', { name: 'Imports' }).waitFor();
  expect(await tabs.locator('a').allTextContents()).toEqual(['Contacts', 'Left', 'Suppressed', 'Imports']);
  expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('the chart of Figures begins on the first screen', async () => {
  const page = await world.open('/console/figures?days=7', { viewport: phone });
  const chart = page.getByRole('figure', { name: 'Outcome of the accepted mail' });
  await chart.locator('canvas').waitFor();
  expect((await chart.boundingBox())?.y).toBeLessThan(phone.height);
});

test('a DKIM key shows its begin with the button that copies it, and all of it to whoever wants it', async () => {
  const page = await world.open('/console/sending-domain', { viewport: phone });
  const value = page.locator('.record', { hasText: 'DKIM' }).locator('.long-text');
  const code = value.locator('code');
  await code.waitFor();
  const heightOf = async () => (await code.boundingBox())?.height ?? 0;
  const folded = await heightOf();
  expect(folded).toBeLessThan(80);
  const copy = await value.getByRole('button', { name: 'Copy Value' }).boundingBox();
  expect((copy?.y ?? 0) - ((await code.boundingBox())?.y ?? 0)).toBeLessThan(10);
  await value.getByRole('button', { name: 'Show all of it' }).click();
  expect(await heightOf()).toBeGreaterThan(2 * folded);
  await value.getByRole('button', { name: 'Show its begin' }).click();
  expect(await heightOf()).toBe(folded);
});

test('the title of a list, its rows and its foot begin at one line', async () => {
  const page = await world.open('/console/people/address?email=ada%40example.com', { viewport: phone });
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Messages' }) });
  const beginOf = async (part: string) => {
    const found = card.locator(part).first();
    await found.waitFor();
    return found.evaluate((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return Math.round(words.getBoundingClientRect().left);
    });
  };
  const title = await beginOf('h2');
  expect(await beginOf('.row a')).toBe(title);
  expect(await beginOf('.rows-end')).toBe(title);
});

test('whether a list is live is said in one line, beside a round sign', async () => {
  const page = await world.open('/console/messages?all=yes', { viewport: phone });
  const sign = page.locator('.live');
  await sign.filter({ hasText: 'Refreshes' }).waitFor();
  expect((await sign.boundingBox())?.height).toBeLessThan(24);
  expect(await sign.evaluate((one) => getComputedStyle(one, '::before').width)).toBe('7px');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
});

test('the button that chooses a file looks like one of the console, whole within its field', async () => {
  const page = await world.open('/console/brand', { viewport: phone });
  const field = page.getByLabel('Add a picture');
  await field.waitFor();
  // At one moment: the font comes by itself, after the first contents.
  const [own, button] = await field.evaluate((one) => {
    const look = (part?: string) => {
      const { fontFamily, fontSize, minHeight, borderRadius } = getComputedStyle(one, part);
      return { fontFamily, fontSize, minHeight, borderRadius };
    };
    return [look(), look('::file-selector-button')] as const;
  });
  expect({ ...button, minHeight: own.minHeight, borderRadius: own.borderRadius }).toEqual(own);
  expect(button).toMatchObject({ minHeight: '24px', borderRadius: '6px' });
});

test('what a field is for is read whole', async () => {
  const further = '/console/messages?all=yes&order=oldest_first';
  for (const path of [
    '/console/messages',
    further,
    '/console/messages?view=emits',
    '/console/people',
    '/console/audit-log',
  ]) {
    const page = await world.open(path, { viewport: phone });
    await page.locator('.row').first().waitFor();
    const cut = await page.locator('.filter input[placeholder]:visible').evaluateAll((fields) =>
      fields.flatMap((field) => {
        const { placeholder, clientWidth } = field as HTMLInputElement;
        const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
        const drawn = document.createElement('canvas').getContext('2d');
        if (!drawn) throw new Error('No canvas');
        drawn.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
        const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return drawn.measureText(placeholder).width > room ? [placeholder] : [];
      }),
    );
    expect(cut, path).toEqual([]);
    expect(await page.locator('.filter input[placeholder]:visible').count(), path).toBeGreaterThan(0);
  }
});

test('what can be done with a key stands beside the time of its last use, at the end of its row', async () => {
  const page = await world.openPage({ viewport: phone });
  await world.signIn(page, operatorToken, `/console/keys?platform=${world.backend.platformId}`);
  const row = page.locator('.row').first();
  const acts = await row.getByRole('button').last().boundingBox();
  const time = await row.locator('[data-align="end"]').first().boundingBox();
  expect(acts && time && acts.x - (time.x + time.width)).toBeLessThan(24);
  expect(acts && phone.width - (acts.x + acts.width)).toBeLessThan(60);
});

test('how an endpoint answered in an hour and in a day takes three lines each', async () => {
  const page = await world.open('/console/webhooks', { viewport: phone });
  const spans = page.locator('.endpoint-figures tbody tr');
  await spans.nth(1).waitFor();
  for (const span of await spans.all()) expect((await span.boundingBox())?.height).toBeLessThan(90);
});

test('the time of a workspace stands at the end of its row', async () => {
  const page = await world.open('/console/workspaces', { viewport: phone });
  const time = page.locator('.row time').first();
  await time.waitFor();
  const { x = 0, width = 0 } = (await time.boundingBox()) ?? {};
  expect(phone.width - (x + width)).toBeLessThan(45);
});

test('the roles of a process are read without a broken word', async () => {
  const page = await world.openPage({ viewport: phone });
  await world.signIn(page, operatorToken, '/console/operations');
  const roles = page.getByRole('cell', { name: /worker/ }).first();
  await roles.waitFor();
  expect((await roles.boundingBox())?.height).toBeLessThan(24);
});
