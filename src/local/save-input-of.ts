import type { Starter } from '../../emails/index.ts';

/** A starter's template in the form of a save. */
export function saveInputOf({ template }: Starter) {
  const { subject, locale, composition, translations } = template;
  const { from_local_part: fromLocalPart, display_name: displayName, reply_to: replyTo } = template;
  return { subject, fromLocalPart, displayName, replyTo, locale, composition, translations };
}
