/** The page of errors as Markdown. */

import { errorHelp } from '../error-help.ts';
import { type ErrorTools, errorsByStatus, errorsIntroduction } from '../errors-page.ts';
import { documentOf } from './blocks.ts';

export function errorsMarkdown({ statuses }: Pick<ErrorTools, 'statuses'>): string {
  return documentOf(
    '# Errors',
    errorsIntroduction,
    ...errorsByStatus(statuses).map((code) => {
      const { cause, fix } = errorHelp[code];
      return `## ${code}\n\nStatus ${statuses[code]}.\n\n- Cause: ${cause}\n- What to do: ${fix}`;
    }),
  );
}
