/** Reads and replaces values inside JSON by path. Nothing is changed in place. */

/** Names of members and positions in lists, from the root. */
export type JsonPath = readonly (string | number)[];

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where the path leads nowhere. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** Returns the root with `value` at the path; undefined removes the member. Missing objects on the way are made. */
export function withValueAt(root: unknown, path: JsonPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root)) return root.map((item, index) => (index === step ? withValueAt(item, rest, value) : item));
  const object = isObject(root) ? root : {};
  const next = withValueAt(object[step], rest, value);
  if (next === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== step));
  return { ...object, [step]: next };
}

/** The path in the form in which the service names faults, such as `document.blocks.0.attrs.text`. */
export function pathText(path: JsonPath): string {
  return path.join('.');
}
