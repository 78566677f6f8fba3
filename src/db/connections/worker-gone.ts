/** The worker of a workspace did not answer when it was last asked (docs/rules.md#a-worker-that-is-gone). */
export class WorkerGone extends Error {
  constructor() {
    super('The worker of the workspace does not answer');
  }
}
