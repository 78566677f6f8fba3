/** How often the event loop turned while `work` went on: how often other requests had their turn. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let ended = false;
  const count = () => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
  } finally {
    ended = true;
  }
  return turns;
}
