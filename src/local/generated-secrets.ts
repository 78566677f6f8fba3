import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../ground/config/config.ts';

export interface GeneratedSecrets {
  readonly secretKey: string;
  readonly operatorToken: string;
}

/** The two secrets of a deployment: configured, or in development generated once and stored in DATA_DIR. */
export async function ensureSecrets(
  config: Pick<Config, 'dataDir' | 'secretKey' | 'operatorToken'>,
): Promise<GeneratedSecrets> {
  return {
    secretKey: config.secretKey ?? (await keptSecret(join(config.dataDir, 'secret-key'))),
    operatorToken: config.operatorToken ?? (await keptSecret(join(config.dataDir, 'operator-token'))),
  };
}

async function keptSecret(file: string): Promise<string> {
  const kept = await read(file);
  if (kept !== null) return kept;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // Atomic: of two processes that start at once, one makes the file and both read it.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
