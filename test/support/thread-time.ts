/**
 * Processor time of this thread, in milliseconds. Other programs on the machine do not lengthen it, so a bound on the
 * cost of some work can be held on a busy machine too.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest stretch of processor time in which `work` let nothing else run in this thread. */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadTime();
  let next: NodeJS.Immediate;
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(look);
  };
  next = setImmediate(look);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return Math.max(longest, threadTime() - last);
}
