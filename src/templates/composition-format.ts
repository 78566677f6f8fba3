import { type DescribedComposition, describeComposition } from '../../emails/index.ts';
import { draftMaxBytes } from './drafts/check-draft-size.ts';

/** Number of the format, which a composition names. */
const editorVersion = 3;

export interface TemplateFormat extends Omit<DescribedComposition, 'limits'> {
  readonly editorVersion: number;
  readonly limits: DescribedComposition['limits'] & { readonly bytes: number };
}

/** Returns the format of a template as data (docs/rules.md#composition-format). */
export function templateFormat(): TemplateFormat {
  const { limits, ...format } = describeComposition();
  return { ...format, editorVersion, limits: { ...limits, bytes: draftMaxBytes } };
}
