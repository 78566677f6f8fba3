/** What is kept of the faults of a row: fields of the service and what is wrong with them, nothing that stood in the row. */
import type { Definitions } from '../../contacts/attribute-values.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { attributePrefix } from './contact-columns.ts';
import { topicPath } from './topic-columns.ts';

interface Known {
  readonly definitions: Definitions;
  /** Of a row of CSV, whose topics have columns: their keys in the order of the item. */
  readonly topicKeys?: readonly string[];
}

/** Names of attributes that nobody has defined may be a person's own. */
export function shownFaults(errors: FieldErrors, { definitions, topicKeys = [] }: Known): FieldErrors {
  const shown: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const isForeign = path.startsWith(attributePrefix) && !definitions.has(path.slice(attributePrefix.length));
    const name = isForeign ? 'attributes' : topicPath(snakeCase(path), topicKeys);
    shown[name] ??= [];
    const known = shown[name];
    for (const said of isForeign ? ['has a key without a definition'] : messages) {
      const message = said.replace(/^(has a key that is not known):.*$/s, '$1');
      if (!known.includes(message)) known.push(message);
    }
  }
  return shown;
}

const snakeCase = (path: string) => (path === 'pixelConsentAt' ? 'pixel_consent_at' : path);
