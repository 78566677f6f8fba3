/** How many rounds the event loop made while `work` went on: how often the process did other things. */
export async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let ended = false;
  const count = () => {
    rounds += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
  } finally {
    ended = true;
  }
  return rounds;
}
