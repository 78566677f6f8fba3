/** Limits and enums as the code says them, read from its source so that none has to be exported for a test. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, isEnumType } from 'graphql';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

const units: Readonly<Record<string, number>> = {
  kibibyte: 1_024,
  mebibyte: 1_048_576,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The number or pattern that `const <name>` is in a file. */
export function constant(file: string, name: string): number | string {
  const written = new RegExp(`^(?:export )?const ${name}(?:: [^=]+)? =\\s*([^;]+);`, 'm').exec(read(file))?.[1];
  if (written === undefined) throw new Error(`${file} has no ${name}`);
  const pattern = /^\/(.*)\/$/.exec(written)?.[1];
  if (pattern !== undefined) return pattern;
  if (written === '2 ** 31 - 1') return 2_147_483_647;
  return written.split('*').reduce((product, factor) => product * numberOf(factor.trim(), file), 1);
}

function numberOf(text: string, file: string): number {
  const value = units[text] ?? Number(text.replaceAll('_', ''));
  if (Number.isNaN(value)) throw new Error(`${file} has no number in ${text}`);
  return value;
}

/** Words of the code that a row quotes, by file. */
const quoted = new Map<string, string[]>();

/** `value`, once the file is seen to say so in these words. */
export function saidAs<Value>(value: Value, file: string, words: string): Value {
  if (!read(file).includes(words)) throw new Error(`${file} does not say ${words}`);
  quoted.set(file, [...(quoted.get(file) ?? []), words]);
  return value;
}

/** Values of an enum of the GraphQL schema, which the code takes and gives. */
const sdl = buildSchema(read('schema/schema.graphql'));
/** Enums that a row has compared. */
export const enumsCompared = new Set<string>();
export function enumOf(name: string): readonly string[] {
  enumsCompared.add(name);
  const type = sdl.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum`);
  return type.getValues().map((value) => value.name);
}

/** Strings of a union type, in order. */
export function unionOf(file: string, name: string): readonly string[] {
  const [, union = ''] = new RegExp(`type ${name} =([^;]+);`).exec(read(file)) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
}

/** The files that read requests. */
const readers = globSync(
  [
    'rest/*.ts',
    'emails/**/*.{ts,tsx}',
    'src/*.ts',
    'src/{ground,http}/*.ts',
    'src/ground/{addresses,config,errors,input,lists,log,ports,time}/*.ts',
    'src/http/{bodies,connections,errors,json,reads,streams}/*.ts',
    'src/{attributes,contacts,event-types,events,people,platforms,sending-domain,suppressions,templates,webhooks,workspaces}/**/*.ts',
  ],
  // What these three bound is no request.
  { cwd: root, exclude: ['src/ground/{lists/answer-limit,config/database-url,lists/read-budget}.ts'] },
).toSorted();

/** A check with its number in place, such as `.max(64)`; from 2, since 0 and 1 say that something must be there. */
const numberedCheck =
  /(?<!Math)\.(?:max|min|length|lte|gte|multipleOf)\(\s*(\d[\d_]*)|\b(?:pixels|textOf)\(\s*\d[\d_]*,?\s*(\d[\d_]*)?/g;
/** Blocks have a table of their own (block-attributes.ts); settings are the operator's. */
const otherReaders = /^emails\/document\/blocks\/|^src\/ground\/config\/(?:config-variables|health-limits)\.ts$/;

/** Numbered checks that no row quotes, as `<file> <check>`. */
export function unquotedChecks(): readonly string[] {
  return readers
    .filter((file) => !otherReaders.test(file))
    .flatMap((file) => {
      const text = read(file);
      const spans = (quoted.get(file) ?? []).map((words) => [text.indexOf(words), words.length] as const);
      return [...text.matchAll(numberedCheck)]
        .filter(([, single = '2']) => Number(single.replaceAll('_', '')) > 1)
        .filter(({ index }) => !spans.some(([from, length]) => index >= from && index < from + length))
        .map(([check]) => `${file} ${check}`);
    });
}

/** Names of constants that say a most or a least, as `<file> <name>`, of what reads requests. */
export function limitConstants(): readonly string[] {
  return readers.flatMap((file) =>
    [
      ...read(file).matchAll(
        /^(?:export )?const (\w*(?:Max|max[A-Z]|MAX_)\w*|bytesInAll|emitsAnHour)(?:: [^=]+)? = (?!\()/gm,
      ),
    ].map(([, name]) => `${file} ${name}`),
  );
}
