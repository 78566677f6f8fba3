/** Thrown when other emits of the batch would wait for this one: its template is not at hand, or it takes long. */
export class DecideApart extends Error {
  override readonly name = 'DecideApart';

  constructor(
    /** Makes ready what was missing; null when nothing was, and the emit must be decided alone. */
    readonly prepare: (() => Promise<void>) | null,
  ) {
    super('This emit is decided apart from its batch');
  }
}
