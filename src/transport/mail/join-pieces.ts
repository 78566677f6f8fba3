/** Bytes up to which pieces are joined; each piece is one write. */
const joinedMax = 65_536;

/** Joins small neighbours: an ordinary mail becomes one piece. Large pieces are not copied. */
export function joinPieces(pieces: readonly Buffer[]): readonly Buffer[] {
  const joined: Buffer[] = [];
  let small: Buffer[] = [];
  let smallBytes = 0;
  const flush = () => {
    if (small.length > 0) joined.push(Buffer.concat(small, smallBytes));
    small = [];
    smallBytes = 0;
  };
  for (const piece of pieces) {
    if (smallBytes + piece.length > joinedMax) flush();
    if (piece.length > joinedMax) {
      joined.push(piece);
    } else {
      small.push(piece);
      smallBytes += piece.length;
    }
  }
  flush();
  return joined;
}
