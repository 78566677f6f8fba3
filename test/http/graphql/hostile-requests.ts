/** Requests made to cost much, each below the limits of bytes and tokens where its kind allows that. */

const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');

/** Two fields at each of `depth` levels. */
const tree = (depth: number): string =>
  depth === 0 ? 'id' : times(2, () => `platform { apiKeys { ${tree(depth - 1)} } }`);

/** `part` around what it is given, `depth` times. */
const nest = (depth: number, open: string, inside: string, close: string) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

const emit = 'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }';
const batch =
  'mutation ($input: ContactBatchUpsertInput!) { contactBatchUpsert(workspace: "ref:shop", input: $input) { results { code } } }';
const event = { type: 'a', idempotencyKey: 'a', recipient: { email: 'a@example.com' }, payload: {} };
const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));

/** Documents that are rejected. */
export const hostileDocuments: Readonly<Record<string, string>> = {
  'aliases of one field': `{ ${times(600, (at) => `a${at}: __typename`)} }`,
  'aliases through fragments': `{ ${times(20, () => '...F')} } fragment F on Query { ${times(25, (at) => `a${at}: __typename`)} }`,
  'one field again and again': `{ ${times(1_900, () => '__typename')} }`,
  'one object again and again': `{ ${times(490, () => 'currentKey { id }')} }`,
  'objects in objects again and again': `{ ${times(240, () => 'currentKey { platform { id } id }')} }`,
  'one field with equal arguments': `{ ${times(210, () => 'workspace(workspace: "a") { id }')} }`,
  'a tree of equal fields': `{ currentKey { ${tree(7)} } }`,
  'inline fragments': `{ currentKey { ${times(480, () => '... { id }')} } }`,
  'fragments of equal fields': `{ currentKey { ${times(180, (at) => `...F${at}`)} } } ${times(180, (at) => `fragment F${at} on ApiKey { id name }`)}`,
  'fragments that double': `{ currentKey { ...F0 } } ${times(60, (at) => `fragment F${at} on ApiKey { a: platform { apiKeys { ...F${at + 1} } } b: platform { apiKeys { ...F${at + 1} } } }`)} fragment F60 on ApiKey { id }`,
  'spreads that double': `{ currentKey { ...F0 } } ${times(100, (at) => `fragment F${at} on ApiKey { ...F${at + 1} ...F${at + 1} }`)} fragment F100 on ApiKey { id }`,
  'a cycle of fragments': `{ ...F0 } ${times(200, (at) => `fragment F${at} on Query { ...F${(at + 1) % 200} }`)}`,
  'cycles of fragments': `{ ...F0 } ${times(19, (at) => `fragment F${at} on Query { ${times(18, (to) => `...F${(at + to + 1) % 19}`)} }`)}`,
  'levels of fields': `{ currentKey { ${nest(150, 'platform { apiKeys { ', 'id', '} } ')} } }`,
  'levels of inline fragments': `{ ${nest(390, '... { ', '__typename ', '} ')} x }`,
  'levels of lists': `{ messages(workspace: "a", first: ${nest(900, '[', '1', ']')}) { edges { cursor } } }`,
  'levels of a type': `query ($a: ${nest(900, '[', 'Int', ']')}) { __typename }`,
  'brackets that never close': `{ a(b: ${'['.repeat(1_900)}`,
  'lists in lists, 900 deep': `{ eventType(name: ${'['.repeat(900)}${']'.repeat(900)}) { name } }`,
  'the schema under ten aliases': `{ ${Array.from({ length: 10 }, (_, n) => `s${n}: __schema { types { name } }`).join(' ')} }`,
  'a name of 60,000 letters': `{ ${'x'.repeat(60_000)} }`,
  'a number of 60,000 digits': `{ messages(workspace: "a", first: ${'9'.repeat(60_000)}) { edges { cursor } } }`,
  'a number in JSON of 60,000 digits': `mutation { contactUpsert(workspace: "ref:shop", input: { attributes: { a: ${'9'.repeat(60_000)} } }) { created } }`,
  'a text of 60,000 characters where an enum belongs': `{ messages(workspace: "a", filter: { state: "${'ü'.repeat(30_000)}" }) { edges { cursor } } }`,
  'a text that never ends': `{ a(b: "${'x'.repeat(60_000)}`,
  'a block text of lines': `{ workspace(workspace: """${'\n '.repeat(30_000)}""", b: 1) { id } }`,
  'comments alone': '#\n'.repeat(32_000),
  'commas alone': ','.repeat(65_000),
  'directives of one field': `{ __typename ${'@a '.repeat(900)} }`,
  'directives of many fields': `{ ${times(200, () => '__typename @skip(if: false)')} }`,
  'directives of variables': `query (${times(280, (at) => `$v${at}: Int @a`)}) { __typename }`,
  operations: times(390, (at) => `query Q${at} { nope }`),
  'operations of one name': times(390, () => 'query Q { __typename }'),
  'operations and fragments': `${times(130, (at) => `query Q${at} { ...F0 }`)} ${times(130, (at) => `fragment F${at} on Query { ...F${at + 1} }`)} fragment F130 on Query { nope }`,
  'operations and variables': `${times(80, (at) => `query Q${at} { ...F0 }`)} ${times(80, (at) => `fragment F${at} on Query { messages(workspace: $v${at}) { __typename } ...F${at + 1} }`)} fragment F80 on Query { __typename }`,
  'fields that do not exist': `{ ${times(390, (at) => `currentKy${at}`)} }`,
  'arguments that do not exist': `{ workspace(${times(600, (at) => `workspac${at}: 1`)}) { id } }`,
  'arguments of one name': `{ workspace(${times(600, () => 'workspace: "a"')}) { id } }`,
  'keys that do not exist': `mutation { contactUpsert(workspace: "a", contact: "b", input: { ${times(600, (at) => `attribute${at}: 1`)} }) { created } }`,
  'variables that are not used': `query (${times(480, (at) => `$v${at}: Int`)}) { __typename }`,
  'variables that are not defined': `{ ${times(30, (at) => `a${at}: messages(workspace: $v${at}, filter: { state: $w${at} }) { __typename }`)} }`,
  'definitions that are no operations': times(600, (at) => `scalar S${at}`),
  'levels of introspection':
    '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
};

/** Bodies that are rejected. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'a batch': JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: '{ __typename }' }))),
  'an empty list': '[]',
  'no JSON': '{'.repeat(100_000),
  'levels of JSON': `{"query":"{ __typename }","variables":{"a":${nest(50_000, '[', '', ']')}}}`,
  'a document that is no text': JSON.stringify({ query: ['{ __typename }'] }),
  'variables that are a list': JSON.stringify({ query: '{ __typename }', variables: [1] }),
  'an operation that is not there': JSON.stringify({ query: '{ __typename }', operationName: 'x'.repeat(200) }),
  'the name of an operation without end': JSON.stringify({
    query: '{ __typename }',
    operationName: 'x'.repeat(1_000_000),
  }),
  'extensions without end': JSON.stringify({ query: '{ __typename }', extensions: keys(50_000, 1) }),
  'fields that nobody knows': JSON.stringify({ query: '{ __typename }', ...keys(50_000, 1) }),
  'keys that an input does not have': JSON.stringify({
    query: emit,
    variables: { input: { ...event, ...keys(90_000, 1) } },
  }),
  'a long text where a date belongs': JSON.stringify({
    query:
      'mutation ($at: DateTime!) { contactUpsert(workspace: "a", contact: "b", input: { pixelConsentAt: $at }) { created } }',
    variables: { at: '2'.repeat(1_900_000) },
  }),
  'a long list where an object belongs': JSON.stringify({
    query: emit,
    variables: { input: { ...event, payload: Array(90_000).fill('x'.repeat(9)) } },
  }),
  'items that do not fit': JSON.stringify({ query: batch, variables: { input: { contacts: Array(90_000).fill(7) } } }),
  'a long integer': `{"query":"{ __typename }","variables":{"a":${'9'.repeat(310)}}}`,
};
