import { coverageInSteps, type TemplateContent } from '../../../emails/index.ts';
import type { Steps } from '../../ground/steps.ts';

/** How far one version is translated into one language, in numbers of texts. */
export interface LanguageSummary {
  readonly locale: string;
  readonly texts: number;
  readonly translated: number;
  readonly missing: number;
  readonly outdated: number;
}

/** Returns one summary for each translation; the template's own language has none. */
export function* languageSummary(content: TemplateContent): Steps<readonly LanguageSummary[]> {
  const coverage = yield* coverageInSteps(content);
  return coverage.map(({ missing, outdated, ...counts }) => ({
    ...counts,
    missing: missing.length,
    outdated: outdated.length,
  }));
}
