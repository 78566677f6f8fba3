/** The columns of a file that hold what contacts decided of single topics (docs/rules.md#columns-of-a-file). */

/** Before the key of a topic, which has a column for the state and one for its time. */
const topicPrefix = 'topics.';
const topicParts = ['state', 'at'] as const;

/** The columns of a topic. */
export const topicColumns = (key: string) => ({ state: `${topicPrefix}${key}.state`, at: `${topicPrefix}${key}.at` });

interface TopicField {
  readonly key: string;
  readonly part: (typeof topicParts)[number];
}

export const isOfTopics = (name: string): boolean => name.startsWith(topicPrefix);

/** What a column says of a topic; null: it is of another field. */
export function topicField(field: string): TopicField | null {
  if (!isOfTopics(field)) return null;
  const part = topicParts.find((name) => field.endsWith(`.${name}`));
  return part === undefined ? null : { key: field.slice(topicPrefix.length, -part.length - 1), part };
}

/** The column that a fault of an item is about, where the topics of the item come from columns. */
export function topicPath(path: string, keys: readonly string[]): string {
  const [list, at, ...parts] = path.split('.');
  const key = list === 'topics' ? keys[Number(at)] : undefined;
  if (key === undefined) return path;
  return [`${topicPrefix}${key}`, ...parts.filter((part) => part !== 'key')].join('.');
}
