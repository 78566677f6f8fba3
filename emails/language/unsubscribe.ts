/** The one variable that the service looks for: a mail that reads it also gets the unsubscribe header fields. */
import type { BoundTag, Condition } from '../compile/pieces.ts';
import type { Source } from './sources.ts';

const source: Source = { root: 'system', depth: 0, path: ['unsubscribe_url'], name: 'system.unsubscribe_url' };
const tag: BoundTag = { source, filters: [] };
const isPresent: Condition = { source, is: 'present', value: '' };

export const unsubscribeUrl = {
  tag,
  isPresent,
  isPath: (path: readonly string[]) => path.join('.') === source.name,
  isSource: (other: Source) => other.name === source.name,
  isTag: (other: BoundTag) => other.source.name === source.name,
} as const;
