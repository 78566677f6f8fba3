/** Marks that stand for slots while libraries (React, the sanitiser) process the text around them. */

import { randomUUID } from 'node:crypto';

export interface Mark {
  write(index: number): string;
  /** Cuts a text at its marks: constants, and the indexes of the marks. */
  read(text: string): readonly (string | number)[];
}

/**
 * Makes a mark that no text can hold by chance or by guessing, in any encoding; the compiled template does not depend
 * on it. Letters and digits only, so that no escaping changes it.
 */
export function freshMark(): Mark {
  const opens = `slot${randomUUID().replaceAll('-', '')}i`;
  return {
    write: (index) => `${opens}${index}z`,
    // By hand: compiling a pattern that is used once takes longer than reading the text.
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
