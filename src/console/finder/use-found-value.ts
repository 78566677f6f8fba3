/** Messages with a typed text as the whole value of metadata, under the keys that emits use most. */
import { FindMessagesDocument, type FindMessagesQuery, FindMetadataKeysDocument } from '../api/operations.ts';
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
  const found = [useUnder(one, text, people), useUnder(two, text, people), useUnder(three, text, people)];
  return {
    entries: found.flatMap(({ entries }) => entries),
    readings: [known, ...found.map(({ reading }) => reading)],
  };
}

function useUnder(key: string | undefined, text: string | null, people: boolean) {
  const pair = key === undefined || text === null ? null : { [key]: text };
  const reading: Reading<FindMessagesQuery> = useAsk(
    FindMessagesDocument,
    { filter: { metadata: pair }, people },
    { anew: true, enabled: pair !== null },
  );
  return { reading, entries: pair === null ? [] : entriesOfMetadata(pair, reading.data) };
}
