import { type Coverage, coverageOf } from '../../emails/coverage.ts';
import { savedContent } from './saved-content.ts';

export type { Coverage };

/** How far a saved version is translated, by locale. */
export function templateCoverage(version: Parameters<typeof savedContent>[0]): readonly Coverage[] {
  return coverageOf(savedContent(version));
}
