/** What people read of a topic: in their language, and in the workspace's words where it has its own. */
import { chooseLocale } from '../../emails/index.ts';
import type { TopicWords } from './topic-input.ts';

export interface ShownTopicWords {
  readonly name: string;
  readonly description: string | null;
}

/** No language: that of the words which stand beside the translations is not known. */
const untold = 'und';

/** The words in the language `wanted`; else those without a language. */
export function wordsIn({ name, description, translations }: TopicWords, wanted: string): ShownTopicWords {
  const available = (translations ?? []).map(({ locale }) => locale);
  const chosen = chooseLocale([wanted], available, untold);
  return (translations ?? []).find(({ locale }) => locale === chosen) ?? { name, description };
}
