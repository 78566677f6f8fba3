/**
 * Thrown when other emits of the batch would wait for this one: its template is not loaded, or its decision takes long.
 */
export class DecideApart extends Error {
  override readonly name = 'DecideApart';

  constructor(
    /** Loads the missing template; null when nothing was missing and the emit must be decided alone. */
    readonly prepare: (() => Promise<void>) | null,
  ) {
    super('This emit is decided apart from its batch');
  }
}
