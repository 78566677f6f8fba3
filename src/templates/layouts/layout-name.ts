/** The name of a layout, and the place of a composition that names one (docs/rules.md#layouts). */
import { LAYOUT_NAME, MAX_LAYOUT_NAME, type TemplateContent } from '../../../emails/index.ts';

/** Whether a layout may have the name; a text that may not is not looked for. */
export function mayNameLayout(name: string): boolean {
  return name.length <= MAX_LAYOUT_NAME && LAYOUT_NAME.test(name);
}

/** The layout of a template; null: none. A composition without a document has none. */
export function layoutOf({ composition }: Pick<TemplateContent, 'composition'>): string | null {
  const { document }: Partial<TemplateContent['composition']> = composition;
  return document?.settings?.layout ?? null;
}
