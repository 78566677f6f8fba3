import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of local.json: everything that a program needs to use the local run. */
export interface LocalFile {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly inbox_url: string | null;
  readonly inbound: { readonly host: string; readonly port: number } | null;
  readonly api_key: string;
  readonly operator_token: string;
  readonly simulator_domain: string;
  readonly platform_id: string;
  readonly webhook_host: string | null;
  /** Files with a certificate for the webhook host that the service trusts, and its key. */
  readonly webhook_cert: string | null;
  readonly webhook_key: string | null;
}

/** Written atomically once the service is ready, readable by its owner alone. */
export async function writeLocalFile(dataDir: string, content: LocalFile): Promise<void> {
  const file = join(dataDir, 'local.json');
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
