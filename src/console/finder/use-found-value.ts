/** Messages with a typed text as the whole value of metadata, under the keys that emits use most. */
import { FindMetadataKeysDocument, FindValueDocument } from '../api/operations.ts';
import { type Reading, useAsk } from '../api/use-ask.ts';
import type { Entry } from './entry.ts';
import { entriesOfMetadata } from './found-entries.ts';

interface FoundValue {
  readonly entries: readonly Entry[];
  readonly readings: readonly Reading<unknown>[];
}

/** `text`: null where nothing is looked for. */
export function useFoundValue(text: string | null, people: boolean): FoundValue {
  const known = useAsk(FindMetadataKeysDocument, {}, { enabled: text !== null });
  const [one, two, three] = known.data?.metadataKeys ?? [];
  const value = text ?? '';
  const under = (key: string | undefined) => ({ metadata: { [key ?? one ?? '']: value } });
  const found = useAsk(
    FindValueDocument,
    {
      one: under(one),
      two: under(two),
      three: under(three),
      hasTwo: two !== undefined,
      hasThree: three !== undefined,
      people,
    },
    { enabled: text !== null && one !== undefined },
  );
  const { data } = found;
  const entriesOf = (key: string | undefined, messages: NonNullable<typeof data>['one'] | undefined) =>
    key === undefined || text === null ? [] : entriesOfMetadata({ [key]: text }, { messages: messages ?? null });
  return {
    entries: [...entriesOf(one, data?.one), ...entriesOf(two, data?.two), ...entriesOf(three, data?.three)],
    readings: [known, found],
  };
}
