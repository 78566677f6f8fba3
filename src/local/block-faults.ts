/** The faults of a template as its author looks for them: by the id of the block, each once. */

export interface BlockFault {
  /** The id of the block; null for a fault outside of the blocks. */
  readonly block: string | null;
  /** Within the block, such as `href`; else the whole path, such as `translations.de.subject`. */
  readonly at: string;
  readonly message: string;
}

type Errors = Readonly<Record<string, readonly string[]>>;

/** `written`: the composition or the layout that was checked, in which the paths of `errors` lead to the blocks. */
export function blockFaults(written: unknown, errors: Errors): readonly BlockFault[] {
  const faults = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => ({ ...placeOf(written, path), message })),
  );
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return seen.size < seen.add(key).size;
  });
}

/** `header-logo: levle: is not a known attribute` */
export function faultLine({ block, at, message }: BlockFault): string {
  return [...(block === null ? [] : [`\`${block}\``]), ...(at === '' ? [] : [at]), message].join(': ');
}

function placeOf(written: unknown, path: string): Pick<BlockFault, 'block' | 'at'> {
  const steps = path.split('.');
  // The paths of a layout begin with `header` or `footer`.
  const above = steps[0] === 'composition' ? 1 : 0;
  let value = written;
  let found: { readonly id: string; readonly depth: number } | null = null;
  for (const [index, step] of steps.slice(above).entries()) {
    value = memberOf(value, step);
    const id = memberOf(value, 'id');
    // A column has an id too, but no type.
    if (typeof id === 'string' && id !== '' && memberOf(value, 'type') !== undefined)
      found = { id, depth: index + above + 1 };
  }
  if (found === null) return { block: null, at: path };
  const within = steps.slice(found.depth);
  return { block: found.id, at: (within[0] === 'attrs' ? within.slice(1) : within).join('.') };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
