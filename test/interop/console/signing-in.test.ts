/** Signing in to the console, and being signed out. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { contextOfTest } from '../programs/chromium.ts';
import { desktop, openConsole, operatorToken } from './console-world.ts';

const world = openConsole();

describe('signing in', () => {
  async function enter(page: Page, credential: string): Promise<void> {
    await page.getByLabel('API key or operator token').fill(credential);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test('a wrong key is told, the right one opens the page that was asked for, and signing out closes it', async () => {
    const page = await world.openPage();
    await page.goto(`${world.origin}/console/webhooks?state=failed`);
    await page.getByLabel('API key or operator token').waitFor();
    expect(await page.evaluate('document.activeElement.type')).toBe('password');
    await enter(page, 'td_wrong');
    await page.getByText('This key is unknown, revoked or expired.').waitFor();
    await page.getByLabel('API key or operator token').fill(world.backend.apiKey);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.origin}/console/webhooks?state=failed`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
    await page.goto(`${world.origin}/console/messages`);
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
  });

  test('on this machine the demo platform is one click away', async () => {
    const page = await world.openPage();
    await page.goto(`${world.origin}/console`);
    await page.getByRole('button', { name: 'Continue with the demo platform' }).click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
  });

  test('the operator chooses a platform, makes a key, revokes it, and its console is signed out', async () => {
    const page = await world.openPage();
    await page.goto(`${world.origin}/console`);
    await enter(page, operatorToken);
    await page.getByRole('link', { name: /Harbour Books/ }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Support');
    await page.getByRole('button', { name: 'Create' }).click();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^td_\w{40}$/);
    await page.getByRole('button', { name: 'Close' }).last().click();

    const support = await contextOfTest({ viewport: desktop });
    const other = await support.newPage();
    await other.goto(`${world.origin}/console/messages?state=failed`);
    await enter(other, key);
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
    const row = page.locator('.row', { hasText: 'Support' });
    await row.getByRole('button', { name: 'Actions: Support' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    // The list is read again every two seconds.
    await other.getByText('Your session has ended. Sign in again.').waitFor();
    await enter(other, world.backend.apiKey);
    await other.waitForURL(`${world.origin}/console/messages?state=failed`);
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
  });
});
