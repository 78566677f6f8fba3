/** The documentation as a production service gives it. */
import type { IncomingMessage } from 'node:http';
import { createDocs, type Page } from '../../src/docs/docs-site.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';

export const publicUrl = 'https://tidings.example';

const docs = createDocs({
  config: {
    production: true,
    host: '0.0.0.0',
    publicUrl: null,
    dataDir: '',
    inboxPort: 8025,
    simulatorDomain: 'simulator.test',
  },
  publicUrl,
  statuses: errorStatuses,
});

export function findPage(path: string): Promise<Page | null> {
  return docs.find(path, { headers: {} } as IncomingMessage);
}

export async function readPage(path: string): Promise<string> {
  const page = await findPage(path);
  if (page?.status !== 200) throw new Error(`${path}: ${page?.status}`);
  return String(page.body);
}
