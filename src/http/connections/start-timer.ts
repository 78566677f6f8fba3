/** Calls `fire` after so many milliseconds, unless the returned function is called before. */
export type StartTimer = (milliseconds: number, fire: () => void) => () => void;

export const startTimer: StartTimer = (milliseconds, fire) => {
  const timer = setTimeout(fire, milliseconds);
  return () => clearTimeout(timer);
};
