/** The topic of an event type's mail (docs/rules.md#topics). Fixed with each emit. */
import { z } from 'zod';
import type { Queryable } from '../db/connections/pool.ts';
import { invalid } from '../ground/errors/errors.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';
import { parseInput } from '../ground/input/input.ts';

/** Undefined keeps what the type has; null: transactional mail. */
export type EventTypeTopic = string | null | undefined;

const fault = 'is no topic of the platform; `GET /v1/topics` lists them';

const topicInput = z.object({ topic: z.string().regex(attributeKeyPattern, fault).nullish() });

/** Rejects with `validation_failed`. */
export function readTopic(written: unknown): EventTypeTopic {
  return parseInput(topicInput, { topic: written }).topic;
}

/** Holds the topic until the transaction ends: its deletion waits. Rejects with `validation_failed`. */
export async function holdTopic(client: Queryable, platformId: string, topic: EventTypeTopic): Promise<void> {
  if (topic === undefined || topic === null) return;
  const { rowCount } = await client.query('SELECT FROM topics WHERE platform_id = $1 AND key = $2 FOR KEY SHARE', [
    platformId,
    topic,
  ]);
  if (rowCount === 0) throw invalid({ topic: [fault] });
}
