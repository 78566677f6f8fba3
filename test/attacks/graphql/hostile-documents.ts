/** GraphQL documents that are dear to read, to check, or to keep. */
import type { Attack, World } from '../harness/attack.ts';
import type { Answer } from '../harness/reply.ts';

const large = 30_000_000;
const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length));

async function ask(world: World, documents: Iterable<string>): Promise<readonly Answer[]> {
  const { apiKey } = await world.platform();
  const answers: Answer[] = [];
  for (const query of documents) {
    answers.push(await world.request({ path: '/graphql', token: apiKey, body: JSON.stringify({ query }) }));
  }
  return answers;
}

function documents(name: string, made: () => Iterable<string>, more: Partial<Attack> = {}): Attack {
  return { name, patience: 30_000, ...more, run: (world) => ask(world, made()) };
}

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

/** As `many`, but no two are in memory at once. */
function* oneByOne(count: number, make: (n: number) => string): Generator<string> {
  for (let n = 0; n < count; n += 1) yield make(n);
}

export const attacks: readonly Attack[] = [
  documents(
    '20 documents with a comment of 30 MB',
    () => oneByOne(20, (n) => `{ currentKey { id } } #${n}${filled('x', large)}`),
    { patience: 120_000 },
  ),
  documents(
    '100 documents with a comment of 30 MB',
    () => oneByOne(100, (n) => `{ currentKey { id } } #${n}${filled('x', large)}`),
    { patience: 240_000 },
  ),
  documents(
    'ten documents with 30 MB of blanks',
    () => many(10, (n) => `{ currentKey { id } }${filled(' ', large + n)}`),
    { patience: 60_000 },
  ),
  documents(
    'ten documents with a string of 30 MB',
    () => many(10, (n) => `{ eventType(name: "${n}${filled('x', large)}") { name } }`),
    { patience: 60_000 },
  ),
  documents(
    'ten documents with a block string of 5,000,000 lines',
    () => many(10, (n) => `{ eventType(name: """${n}${filled('\n a', 15_000_000)}""") { name } }`),
    { patience: 60_000 },
  ),
  documents('ten documents with a name of 30 MB', () => many(10, (n) => `{ ${filled('x', large)}${n} }`), {
    patience: 60_000,
  }),
  documents('a number of 30 MB', () => [
    `{ contacts(workspace: "ref:shop", first: 1${filled('0', large)}) { edges { node { id } } } }`,
  ]),
  documents('30 MB of {', () => [filled('{', large)]),
  documents('30 MB of commas', () => [`{ currentKey { id } ${filled(',', large)} }`]),
  documents('60 kB of fields that look like others', () => [
    `{ ${many(150, (n) => `${filled('currentKe', 390)}${n}`).join(' ')} }`,
  ]),
  documents(
    '2,000 documents, none like the other',
    () => many(400, (n) => `query Q${n} { currentKey { id } } #${filled('y', 60_000)}`),
    { patience: 60_000 },
  ),
  documents('fields below fields, 900 deep', () => [`{ ${'a{'.repeat(900)}a${'}'.repeat(900)} }`]),
  documents('lists in lists, 60,000 deep', () => [
    `{ eventType(name: ${'['.repeat(30_000)}${']'.repeat(30_000)}) { name } }`,
  ]),
  documents('objects in objects, 600 deep', () => [
    `mutation { eventTypeSave(name: "a", input: ${'{a:'.repeat(600)}1${'}'.repeat(600)}) { created } }`,
  ]),
  documents('types in lists, 900 deep', () => [
    `query ($a: ${'['.repeat(900)}Int${']'.repeat(900)}) { currentKey { id } }`,
  ]),
  documents('fragments that call each other', () => [
    '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
  ]),
  documents('fragments that double, 60 deep', () => [
    `{ ...f0 } ${many(60, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f60 on Query { currentKey { id } }`,
  ]),
  documents('fields that might conflict, in all pairs', () => [
    `{ ${many(28, (n) => `a${n}: contacts(workspace: "ref:shop") { ...f } ...g${n}`).join(' ')} }
     fragment f on QueryContactsConnection { edges { node { id email locale } } pageInfo { hasNextPage } }
     ${many(28, (n) => `fragment g${n} on Query { contacts(workspace: "ref:shop") { ...f edges { cursor node { id } } } }`).join(' ')}`,
  ]),
  documents('one field 1,900 times', () => [`{ currentKey { ${filled('id ', 5_700)} } }`]),
  documents('currentKey 600 times, its id each time', () => [`{ ${filled('currentKey{id} ', 9_000)} }`]),
  documents('inline fragments, 600 deep', () => [`{ ${'...{'.repeat(600)} currentKey { id } ${'}'.repeat(600)} }`]),
  documents('1,900 directives', () => [`{ currentKey { id ${filled('@a ', 5_700)} } }`]),
  documents('800 variables that nobody uses', () => [
    `query (${many(600, (n) => `$v${n}: Int`).join(' ')}) { currentKey { id } }`,
  ]),
  documents('900 operations', () => [many(390, (n) => `query q${n} { currentKey { id } }`).join(' ')]),
  documents('the schema, deep', () => [
    `{ __schema { types { fields { type ${'{ ofType '.repeat(20)}{ name }${' }'.repeat(20)} } } } }`,
  ]),
  documents('the schema under 32 aliases', () => [
    `{ ${many(30, (n) => `s${n}: __schema { types { name fields { name args { name } } } }`).join(' ')} }`,
  ]),
  documents('300 errors in one answer', () => [
    `{ ${many(300, (n) => `unknown_${n}_${filled('z', 150)}`).join(' ')} }`,
  ]),
  {
    name: 'a batch of 10,000 queries, and a GET of 15 kB',
    async run(world) {
      const { apiKey } = await world.platform();
      return Promise.all([
        world.request({
          path: '/graphql',
          token: apiKey,
          body: JSON.stringify(many(10_000, () => ({ query: '{ currentKey { id } }' }))),
        }),
        world.request({ path: `/graphql?query=${encodeURIComponent(`{ ${'a '.repeat(5_000)} }`)}`, token: apiKey }),
        world.request({
          path: `/graphql?query=%7BcurrentKey%7Bid%7D%7D&variables=${'%7B'.repeat(4_000)}`,
          token: apiKey,
        }),
      ]);
    },
  },
];
