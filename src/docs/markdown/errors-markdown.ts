/** The page of errors as Markdown. */
import { documentOf } from './blocks.ts';
import { errorHelp } from '../error-help.ts';
import { errorsByStatus, errorsIntroduction, type ErrorTools } from '../errors-page.ts';

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
