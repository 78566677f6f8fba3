/** Which processes used the processors while something ran. */
import { processorTime } from './process-tree.ts';

/** Runs `work`; the note says how many processors each of `pids` and its descendants kept busy. */
export async function withProcessorUse<Result>(
  pids: Readonly<Record<string, number>>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly note: string }> {
  const read = () => Object.entries(pids).map(([name, pid]) => ({ name, time: processorTime(pid) }));
  const [before, started] = [read(), performance.now()];
  const result = await work();
  const seconds = (performance.now() - started) / 1_000;
  const parts = read().map(({ name, time }, index) => {
    const used = (time - (before[index]?.time ?? 0)) / seconds;
    return `${name} ${used.toFixed(2)}`;
  });
  return { result, note: `processors in use: ${parts.join(', ')}` };
}
