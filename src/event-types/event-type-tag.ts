/** The entity tag of an event type (docs/rules.md#preconditions): every change gives its fields the next version. */
export function eventTypeTag({ id, currentVersion }: { readonly id: string; readonly currentVersion: number }): string {
  return `${id}-${currentVersion}`;
}
