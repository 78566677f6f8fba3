import type { Prisma, Topic } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';

/** Returns the platform's topic `key`; throws `not_found` when there is none. `query` is Pothos' selection. */
export async function findTopic(ctx: Ctx, key: string, query: Prisma.TopicDefaultArgs = {}): Promise<Topic> {
  if (!attributeKeyPattern.test(key)) throw notFound('topic');
  const found = await ctx.app.db.prisma.topic.findUnique({
    ...query,
    where: { platformId_key: { platformId: ctx.platformId, key } },
  });
  if (!found) throw notFound('topic');
  return found;
}
