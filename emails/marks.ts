/** Marks that stand for slots while other people's code (React, a sanitiser) works on the text around them. */

export interface Mark {
  write(index: number): string;
  /** A text cut at its marks: constants, and the indexes of the marks. */
  read(text: string): readonly (string | number)[];
}

/** A mark that `text` holds nowhere: letters and digits alone, so that no escaping changes it. Stems never mix. */
export function freshMark(stem: 'slot' | 'tag', text: string): Mark {
  let word = `td${stem}`;
  for (let n = 0; text.includes(word); n += 1) word = `td${n}${stem}`;
  const pattern = new RegExp(`${word}(\\d+)z`, 'g');
  return {
    write: (index) => `${word}${index}z`,
    read: (written) => written.split(pattern).map((piece, place) => (place % 2 === 0 ? piece : Number(piece))),
  };
}
