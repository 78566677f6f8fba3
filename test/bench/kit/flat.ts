/** Lays a string out in memory, as sending would: engines put off the joining of strings until one is read. */
export function flat(text: string): number {
  return text.charCodeAt(text.length - 1);
}
