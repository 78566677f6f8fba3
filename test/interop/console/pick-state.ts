import type { Page } from 'playwright-core';

/** Adds a state to those that the list of messages shows, or takes it away. */
export async function pickState(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^State: / }).click();
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}
