/** The columns of a file of contacts (docs/rules.md#columns-of-a-file). */
import type { Definitions } from '../../contacts/attribute-values.ts';
import { loadDefinitions, loadTopicKeys } from '../../contacts/load-contacts.ts';
import type { Ctx } from '../../context.ts';
import { findColumns } from '../find-columns.ts';
import type { ColumnOptions, Columns } from '../import-kind.ts';
import { isOfTopics, topicColumns } from './topic-columns.ts';

/** Fields of a contact by the names of their columns, beside that of the field itself. */
const names: Readonly<Record<string, readonly string[]>> = {
  reference: [],
  email: ['email_address', 'e_mail'],
  locale: ['language'],
  tags: [],
  'marketing.state': ['marketing_state'],
  'marketing.at': ['marketing_at'],
  pixel_consent_at: [],
};

/** Before the key of an attribute, as paths of faults have it. */
export const attributePrefix = 'attributes.';

const adviceFor = (name: string) =>
  isOfTopics(name)
    ? 'topics have the columns `topics.<key>.state` and `topics.<key>.at`, and the platform must have the topic; correct the name, or skip unknown columns'
    : 'define an attribute with this key, or skip unknown columns';

export async function readContactColumns(
  ctx: Ctx,
  header: readonly string[],
  { skipUnknown }: ColumnOptions,
): Promise<Columns> {
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  const topics = await loadTopicKeys(ctx.app.db.pool, ctx.platformId);
  const fields = fieldsOf(definitions, topics);
  return { columns: findColumns(header, { fields, required: 'reference', adviceFor, skipUnknown }), isHeader: true };
}

function fieldsOf(definitions: Definitions, topics: ReadonlySet<string>): ReadonlyMap<string, string> {
  const keys = [...definitions.keys()];
  return new Map([
    ...[...topics].flatMap((key) => Object.values(topicColumns(key)).map((name): [string, string] => [name, name])),
    // A field of the contact has its name before an attribute, which has its own behind the prefix in any case.
    ...keys.map((key): [string, string] => [key, attributePrefix + key]),
    ...keys.map((key): [string, string] => [attributePrefix + key, attributePrefix + key]),
    ...Object.entries(names).flatMap(([field, others]) =>
      [field, ...others].map((name): [string, string] => [name, field]),
    ),
  ]);
}
