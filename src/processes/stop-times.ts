/** Times within which a stopped service ends (docs/rules.md#processes); milliseconds. */

/** From a stop signal to the exit of the process, also when a part hangs. */
export const stopTime = 4_500;
/** Share of `stopTime` in which the service ends its work, before the embedded database and inbox stop. */
export const serviceStopTime = 3_000;
/** After this time the supervisor kills a process that was told to stop. */
export const killTime = 3_400;

export function timePassed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
