/** Long work gives way between two pieces: one piece at a time over all requests of the process. */

/** State of the process and not of an `App`: there is one event loop. */
const waiting: (() => void)[] = [];

/**
 * Lets the event loop do other work; resolves when the caller may go on. In one round of the loop a single
 * caller goes on, so that a hundred large requests hold the loop no longer at once than one of them.
 */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    // The first immediate may run before data of other sockets is read; the second one runs after it.
    if (waiting.length === 1) setImmediate(() => setImmediate(goOn));
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
