/** Template versions that rows name, read together. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { DomainError } from '../src/ground/errors/errors.ts';
import { answerBytesMax, answerMax } from '../src/ground/lists/answer-limit.ts';
import { contentBytesOf, findTemplateVersionsById } from '../src/templates/versions/find-template-versions-by-id.ts';
import { tenant } from './builder.ts';
import { loadTogether } from './load-together.ts';
import { withinAnswer } from './within-answer.ts';

/** Returns the version with the id. Rejects when the versions of one page have more content than a response may hold. */
export function loadTemplateVersions(viewer: Viewer, info: GraphQLResolveInfo, id: string) {
  const ctx = tenant(viewer);
  return loadTogether(viewer, info, {
    what: 'template version',
    id,
    returned: true,
    read: (ids, query) =>
      withinAnswer(viewer, async () => {
        const { select = {} } = query;
        const withContent = 'composition' in select || 'translations' in select;
        if (withContent && (await contentBytesOf(ctx, ids)) > answerBytesMax) {
          throw new DomainError(
            'validation_failed',
            `The content of these versions is larger than ${answerMax}: ask for fewer rows or fields.`,
          );
        }
        return findTemplateVersionsById(ctx, ids, query);
      }),
  });
}
