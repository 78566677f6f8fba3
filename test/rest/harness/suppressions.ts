/** Suppressions: one that a mail server's refusal made, and such as only years or strangers make. */
import { ulid } from 'ulid';
import { expect, vi } from 'vitest';
import { querySql } from './database.ts';
import type { Platform } from './platform.ts';
import { emitOf, makeEventType, makeSendable } from './samples.ts';

/** Causes a hard bounce of an address (`nobody…@`); returns the suppression's id. */
export async function bounce(platform: Platform, email: string): Promise<string> {
  await makeSendable(platform);
  await makeEventType(platform, 'bounced');
  const { status } = await platform.ask('emitEvent', { body: emitOf('bounced', 'bounced', { recipient: { email } }) });
  expect(status).toBe(202);
  const found = async () => (await platform.ask('listSuppressions')).body.data;
  await vi.waitUntil(async () => (await found()).length === 1, { timeout: 60_000, interval: 50 });
  return (await found())[0].id;
}

interface Suppressed {
  readonly workspace: string;
  readonly email: string;
  readonly reason: 'complaint' | 'soft_bounces';
}

/** Writes a suppression of one workspace; gives its id. */
export async function suppressBySql(platform: Platform, { workspace, email, reason }: Suppressed): Promise<string> {
  const id = ulid();
  await querySql(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     VALUES ($1, $2, $3, $4, sha256(convert_to($4::text, 'UTF8')), $5, $6, now())`,
    [platform.id, id, workspace, email, reason, reason === 'complaint' ? 'marketing' : 'all'],
  );
  return id;
}
