import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';

export interface SchemaChanges {
  /** Changes that break documents which were valid: something was removed or narrowed. */
  readonly breaking: readonly string[];
  /** Changes that programs may notice, such as a new value of an enum. */
  readonly dangerous: readonly string[];
}

/** Compares the SDL of a release with a later one. */
export function findChanges(released: string, now: string): SchemaChanges {
  const [before, after] = [released, now].map((sdl) => buildSchema(sdl, { assumeValidSDL: true }));
  if (!before || !after) throw new Error('Two schemas are compared');
  const sentences = (changes: readonly { readonly description: string }[]) =>
    changes.map(({ description }) => description).sort();
  return {
    breaking: sentences(findBreakingChanges(before, after)),
    dangerous: sentences(findDangerousChanges(before, after)),
  };
}
