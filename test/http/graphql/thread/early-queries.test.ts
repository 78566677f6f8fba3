/** Which lists are executed in the process until the thread of dear queries is ready, and how many. */
import { parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { schema } from '../../../../schema/index.ts';
import { MessageCountDocument, MessagesDocument } from '../../../../src/console/api/operations.ts';
import { createEarlyQueries, isOfPlainLists } from '../../../../src/http/graphql/thread/early-queries.ts';

describe('lists of columns alone', () => {
  it.each([
    ['the first rows of the console', String(MessagesDocument)],
    ['edges, and objects of the rows', '{ messages { edges { cursor node { id workspace { name } } } } }'],
    ['several lists', '{ workspaces { nodes { id } } eventTypes { nodes { name } } }'],
    ['a fragment', 'query { messages { ...Page } } fragment Page on QueryMessagesConnection { nodes { id } }'],
  ])('are %s', (_, text) => {
    expect(isOfPlainLists(schema, parse(text))).toBe(true);
  });

  it.each([
    ['a count', String(MessageCountDocument)],
    ['subjects, which compile templates', '{ messages { nodes { subject } } }'],
    ['timelines', '{ messages { nodes { timeline { kind } } } }'],
    ['payloads', '{ events { nodes { payload } } }'],
    ['contents of templates, however deep', '{ eventTypes { nodes { template { composition } } } }'],
    ['such a field in a fragment', '{ messages { nodes { ...Line } } } fragment Line on Message { subject }'],
    ['an object', '{ currentKey { id } }'],
    ['objects by id', '{ nodes(ids: ["a", "b"]) { id } }'],
    [
      'an explanation beside a list',
      '{ messages { nodes { id } } messageExplain(workspace: "a", id: "b") { __typename } }',
    ],
    ['figures', '{ figures(from: "2026-01-01", to: "2026-01-02") { total { accepted } } }'],
  ])('are not %s', (_, text) => {
    expect(isOfPlainLists(schema, parse(text))).toBe(false);
  });
});

test('a platform has one large page or some small ones, all together four times that, until a thread is ready', () => {
  const early = createEarlyQueries();
  expect(early.take('one', 1_250)).toBe(true);
  expect(early.take('one', 1_250)).toBe(false);
  expect(early.take('one', 350)).toBe(true);
  expect(early.take('one', 1)).toBe(false);
  expect(early.take('two', 1_601)).toBe(false);
  for (const platform of ['two', 'three', 'four']) expect(early.take(platform, 1_600)).toBe(true);
  expect(early.take('five', 1)).toBe(false);
  early.renew();
  expect(early.take('one', 1_600)).toBe(true);
  expect(early.take('five', 1_600)).toBe(true);
});
