/** The list of messages as it was left, for the way back to it. It may name a person: it ends with the session. */

/** The whole query of a list. */
interface ListQuery {
  readonly platform?: string | undefined;
}

let last: ListQuery | null = null;

export function rememberList(query: ListQuery): void {
  last = query;
}

export function forgetList(): void {
  last = null;
}

/** The query of the list that was left; of one workspace where none was open on this platform. */
export function listLeft(workspace: string | null, { platform }: ListQuery): object {
  if (last !== null && last.platform === platform) return last;
  return { platform, ...(workspace === null ? {} : { workspace }) };
}
