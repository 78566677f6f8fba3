/** The query in the address bar: plain texts by name, so that a link says what it shows. */

export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '');
  const text = new URLSearchParams(set as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the check of a page's query: the texts of these names, and nothing else. */
export function searchOf<const Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Record<string, unknown>>): { readonly [Key in Name]?: string | undefined } => {
    const known = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return Object.fromEntries(known) as { readonly [Key in Name]?: string | undefined };
  };
}

/** A tab is the page that is open only where the whole query is the same. */
export const exactly = { exact: true, explicitUndefined: true } as const;

/** The text where it is one of `values`; else undefined. A link may say anything. */
export function oneOf<Value extends string>(
  values: Readonly<Record<Value, unknown>>,
  text?: string,
): Value | undefined {
  return text !== undefined && Object.hasOwn(values, text) ? (text as Value) : undefined;
}
