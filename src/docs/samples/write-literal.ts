/** The syntax of JSON values in a language. */
export interface Dialect {
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly indent: string;
  readonly object: readonly [open: string, close: string];
  readonly list: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly string: (text: string) => string;
  /** A key with its separator. */
  readonly key: (text: string) => string;
  /** Whether the last item has a comma too. */
  readonly trailingComma: boolean;
}

/** The syntax that most languages share; each overrides its differences. */
export const usualDialect = {
  null: 'null',
  true: 'true',
  false: 'false',
  indent: '  ',
  object: ['{', '}'],
  list: ['[', ']'],
  emptyObject: '{}',
  trailingComma: true,
} as const satisfies Partial<Dialect>;

/** Whether a key needs no quotes. */
export function isBareName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Writes `value`, a JSON value, as a literal whose first line is at `depth` levels of indentation. */
export function writeLiteral(value: unknown, dialect: Dialect, depth = 0): string {
  if (value === null) return dialect.null;
  if (value === true) return dialect.true;
  if (value === false) return dialect.false;
  if (typeof value === 'string') return dialect.string(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const inner = isList
    ? value.map((item) => writeLiteral(item, dialect, depth + 1))
    : Object.entries(value).map(([key, item]) => `${dialect.key(key)}${writeLiteral(item, dialect, depth + 1)}`);
  const [open, close] = isList ? dialect.list : dialect.object;
  if (inner.length === 0) return isList ? `${open}${close}` : dialect.emptyObject;
  const pad = dialect.indent.repeat(depth + 1);
  const lines = inner.map((text) => `${pad}${text}`).join(',\n');
  return `${open}\n${lines}${dialect.trailingComma ? ',' : ''}\n${dialect.indent.repeat(depth)}${close}`;
}
