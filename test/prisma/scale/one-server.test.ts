/**
 * Statements that mean something by what one server alone knows: on several machines they would run, and be wrong or
 * weaker. docs/scale.md lists them.
 */
import { expect, test } from 'vitest';
import { collectStatements } from '../../support/collect-statements.ts';
import { generatedPart } from '../../support/generated-part.ts';

interface Known {
  readonly what: string;
  readonly pattern: RegExp;
  readonly there: string;
}

const knownToOneServer: readonly Known[] = [
  {
    what: 'the number of a transaction',
    pattern: /\bpg_(?:current_xact_id|current_snapshot|snapshot_|visible_in_snapshot)|\blocked_by\b/,
    there: 'each server counts its own',
  },
  {
    what: 'an advisory lock',
    pattern: /_advisory_/,
    there: 'held on the coordinator, so it holds among those that ask the coordinator',
  },
  {
    what: 'a notice (`LISTEN`, `pg_notify`)',
    pattern: /\bpg_notify\b|\bLISTEN\b/,
    there: 'sent on the coordinator, to those that listen there',
  },
  {
    what: 'a setting within a statement (`set_config`)',
    pattern: /\bset_config\(/,
    there: 'set on the coordinator, and not handed to workers',
  },
  {
    what: 'what the server knows of itself (`pg_class`, `pg_stat_activity` and others)',
    pattern: /\bpg_(?:class|stat\w*|locks|inherits|partition_tree)\b/,
    there: 'the coordinator’s: neither the rows nor the sessions of workers',
  },
];

/** Each copy of a table has other versions of its rows, and the same place is another row in each shard. */
const ofOneCopy = /\b(?:xmin|xmax|ctid|tableoid)\b/;

test('no statement names a row by its version or by its place', async () => {
  const found = (await collectStatements()).filter(({ text }) => text !== null && ofOneCopy.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect('SELECT FROM figures WHERE ctid = $1').toMatch(ofOneCopy);
});

test('docs/scale.md lists the statements that rely on one server', async () => {
  const statements = await collectStatements();
  const filesWith = (pattern: RegExp) => {
    const files = statements.flatMap(({ file, text }) => (text !== null && pattern.test(text) ? [file] : []));
    return [...new Set(files)].sort();
  };
  const rows = knownToOneServer.map(({ what, pattern, there }) => {
    const files = filesWith(pattern);
    expect(files, what).not.toEqual([]);
    return `| ${what} | ${there} | ${files.map((file) => `\`${file}\``).join(', ')} |`;
  });
  const table = ['| relies on | on a cluster | where |', '|---|---|---|', ...rows].join('\n');
  const { found, made } = await generatedPart('docs/scale.md', 'known to one server', table);
  expect(found).toBe(made);
});
