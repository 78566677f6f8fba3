/** Marks that stand for slots while other people's code (React, a sanitiser) works on the text around them. */

import { randomUUID } from 'node:crypto';

export interface Mark {
  write(index: number): string;
  /** A text cut at its marks: constants, and the indexes of the marks. */
  read(text: string): readonly (string | number)[];
}

/**
 * A mark that no text can hold by chance or by guessing, however it is encoded; what is made with it does not depend
 * on it. Letters and digits alone, so that no escaping changes it.
 */
export function freshMark(): Mark {
  const opens = `slot${randomUUID().replaceAll('-', '')}i`;
  return {
    write: (index) => `${opens}${index}z`,
    // By hand: a pattern that is used once costs more to make than a text to read.
    read(written) {
      const found: (string | number)[] = [];
      let from = 0;
      for (let at = written.indexOf(opens); at >= 0; at = written.indexOf(opens, from)) {
        const end = written.indexOf('z', at);
        found.push(written.slice(from, at), Number(written.slice(at + opens.length, end)));
        from = end + 1;
      }
      found.push(written.slice(from));
      return found;
    },
  };
}
