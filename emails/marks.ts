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
  const word = `slot${randomUUID().replaceAll('-', '')}`;
  const pattern = new RegExp(`${word}i(\\d+)z`, 'g');
  return {
    write: (index) => `${word}i${index}z`,
    read: (written) => written.split(pattern).map((piece, place) => (place % 2 === 0 ? piece : Number(piece))),
  };
}
