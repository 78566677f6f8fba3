/**
 * What the local webhook listener keeps in DATA_DIR for its next run: secrets are shown once
 * (docs/rules.md#demo-platform). The demo platform leaves the first.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KeptListener {
  readonly platform_id: string;
  readonly endpoint_id: string | null;
  readonly secret_id: string | null;
  readonly secret: string | null;
}

const fileIn = (dataDir: string) => join(dataDir, 'listener.json');

/** Null where there is none, or it cannot be read. */
export async function readListener(dataDir: string): Promise<KeptListener | null> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

export async function keepListener(dataDir: string, kept: KeptListener): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
