/** Nothing that a release has is removed or narrowed: it is deprecated. */
import { readFile } from 'node:fs/promises';
import { type ASTNode, Kind, parse, print, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findChanges } from '../../schema/find-changes.ts';
import { advice, changesSinceRelease, releasedFile } from '../../schema/released.ts';

test('the schema accepts every document that the released SDL accepts', async () => {
  const { breaking } = await changesSinceRelease();
  expect(breaking, advice).toEqual([]);
});

const released = await readFile(releasedFile, 'utf8');
const document = parse(released, { noLocation: true });

/** The released SDL without the nodes that `goes` names. */
function without(goes: (node: ASTNode, parents: readonly string[]) => boolean): string {
  const parents: string[] = [];
  const nameOf = (node: ASTNode) => ('name' in node && node.name ? node.name.value : '');
  const changed = visit(document, {
    enter(node) {
      if (goes(node, parents)) return null;
      parents.push(nameOf(node));
      return undefined;
    },
    leave() {
      parents.pop();
    },
  });
  return print(changed);
}

const named = (name: string) => (node: ASTNode) => 'name' in node && node.name?.value === name;
const within = (parent: string, name: string) => (node: ASTNode, parents: readonly string[]) =>
  parents.at(-1) === parent && named(name)(node);

describe('the check refuses', () => {
  test.each([
    ['a removed field', without(within('Message', 'waitingFor')), 'Message.waitingFor was removed.'],
    ['a removed query', without(within('Query', 'person')), 'Query.person was removed.'],
    ['a removed argument', without(within('messages', 'orderBy')), 'Query.messages arg orderBy was removed.'],
    ['a removed value', without(within('MessageState', 'expired')), 'expired was removed from enum type MessageState.'],
    ['a removed input field', without(within('MessageFilter', 'until')), 'MessageFilter.until was removed.'],
    [
      'a removed type',
      without((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'RenderedMail').replaceAll(
        'rendered: RenderedMail',
        'rendered: String',
      ),
      'RenderedMail was removed.',
    ],
    [
      'a field that may now be null',
      released.replace('  state: MessageState!', '  state: MessageState'),
      /changed type from MessageState! to MessageState/,
    ],
    [
      'an argument that is now required',
      released.replace('    orderBy: ListOrder\n', '    orderBy: ListOrder!\n'),
      /orderBy has changed type from ListOrder to ListOrder!/,
    ],
    [
      'a new required argument',
      released.replace('  person(\n', '  person(\n    reason: String!\n'),
      'A required arg reason on Query.person was added.',
    ],
  ] as const)('%s', (_name, changed, sentence) => {
    const pattern = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence);
    expect(findChanges(released, changed).breaking).toEqual(expect.arrayContaining([pattern]));
  });
});

test('the check accepts new fields, lists new values, and accepts a deprecation', () => {
  const grown = released
    .replace('type Message implements Node {', 'type Message implements Node {\n  colour: String')
    .replace('enum MessageState {', 'enum MessageState {\n  folded')
    .replace('  locale: String!', '  locale: String! @deprecated(reason: "Use language.")');
  expect(findChanges(released, grown)).toEqual({
    breaking: [],
    dangerous: ['folded was added to enum type MessageState.'],
  });
});
