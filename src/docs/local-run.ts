/**
 * The demo platform of a local run, for the documentation: its API key and the ids of its resources.
 * src/http/may-show-local-key.ts decides who may see the key.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../ground/config/config.ts';
import { mayShowLocalKey } from '../http/may-show-local-key.ts';
import { type ExampleId, exampleIds } from './examples.ts';

export interface LocalRun {
  readonly apiKey: string;
  /** Ids of the resources in examples. */
  readonly ids: Readonly<Partial<Record<ExampleId, string>>>;
}

const demoFile = z.object({
  apiKey: z.string(),
  ids: z.partialRecord(z.enum(Object.keys(exampleIds) as ExampleId[]), z.string()).default({}),
});

type Settings = Pick<Config, 'production' | 'host' | 'publicUrl' | 'dataDir'>;

/** Null where the key must not be shown, or where there is no demo platform. */
export async function readLocalRun(config: Settings, request: IncomingMessage): Promise<LocalRun | null> {
  if (!mayShowLocalKey(config, request)) return null;
  try {
    return demoFile.parse(JSON.parse(await readFile(join(config.dataDir, 'demo.json'), 'utf8')));
  } catch {
    return null;
  }
}
