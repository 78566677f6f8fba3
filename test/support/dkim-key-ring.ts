/**
 * Keys of the sending domains of tests. The service makes a new one for each domain, which takes a tenth of a second of
 * processor time; here the first domains of a process get the keys that were made for it so, the others the same in turn.
 * A process that is started as a deployment starts it makes each of its keys.
 */
import { generateDkimKey, type NewDkimKey } from '../../src/transport/mail/dkim-key.ts';

/** A domain has another key than those that were saved shortly before it. */
const keysMost = 4;

const keys: Promise<NewDkimKey>[] = [];
let given = 0;

export function nextDkimKey(): Promise<NewDkimKey> {
  const at = given % keysMost;
  given += 1;
  keys[at] ??= generateDkimKey();
  return keys[at];
}
