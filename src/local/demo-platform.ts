/** The demo platform: a workspace, an event type with its template for each starter, and the sending domain demo.test. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { starterNames, starters } from '../../emails/starters/index.ts';
import type { App, Ctx } from '../context.ts';
import { saveEventType } from '../event-types/save-event-type.ts';
import { authenticateKey } from '../platforms/authenticate-key.ts';
import { createPlatform } from '../platforms/create-platform.ts';
import { saveSendingDomain } from '../sending-domain/save-sending-domain.ts';
import { saveTemplate } from '../templates/save-template.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { demoEventTypes, saveInputOf } from './demo-template.ts';

const demoFile = z.object({ platformId: z.string(), apiKey: z.string() });

export type DemoPlatform = z.output<typeof demoFile>;

/** The demo platform of this DATA_DIR: made by the first start, kept in demo.json, found again by the next ones. */
export async function ensureDemoPlatform(app: App, dataDir: string): Promise<DemoPlatform> {
  const file = join(dataDir, 'demo.json');
  const known = await readDemo(file);
  if (known && (await authenticateKey(app, known.apiKey))) return known;
  const started = performance.now();
  const { id, apiKey } = await createPlatform(app, { name: 'Demo' });
  const ctx: Ctx = { app, platformId: id, apiKeyId: apiKey.id };
  await saveSendingDomain(ctx, { domain: 'demo.test' });
  await createWorkspace(ctx, { name: 'Demo shop', reference: 'demo' });
  for (const name of starterNames) {
    const eventType = demoEventTypes[name];
    await saveEventType(ctx, { name: eventType, input: { fields: starters[name].fields } });
    await saveTemplate(ctx, { eventType, input: saveInputOf(starters[name]) });
  }
  const demo = { platformId: id, apiKey: apiKey.secret };
  // Written last: a start that dies before it makes a new demo, not half of one.
  await writeFile(file, `${JSON.stringify(demo)}\n`, { mode: 0o600 });
  app.log.info({ durationMs: Math.round(performance.now() - started) }, 'demo platform created');
  return demo;
}

async function readDemo(file: string): Promise<DemoPlatform | null> {
  try {
    return demoFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
