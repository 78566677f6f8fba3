/** One text of metrics from those of several processes, each of which labels its own (docs/rules.md#metrics). */

/** What each process tells; null: it did not answer. By its number. */
export type TextsByProcess = ReadonlyMap<number, string | null>;

interface Family {
  /** `# HELP` and `# TYPE`, of the first process that has them. */
  readonly head: readonly string[];
  readonly samples: string[];
}

/** The metric that says which processes answered. */
const upMetric = 'tidings_process_up';

/** Prometheus takes each metric's lines together, under one head. */
export function mergeMetrics(texts: TextsByProcess): string {
  const families = new Map<string, Family>();
  for (const text of texts.values()) if (text !== null) addText(families, text);
  const up = families.get(upMetric) ?? { head: [`# TYPE ${upMetric} gauge`], samples: [] };
  families.set(upMetric, up);
  for (const [process, text] of texts) if (text === null) up.samples.push(`${upMetric}{process="${process}"} 0`);
  return [...families.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('\n');
}

function addText(families: Map<string, Family>, text: string): void {
  let head: string[] = [];
  let samples: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP ')) {
      head = [line];
      continue;
    }
    if (line.startsWith('# TYPE ')) {
      const name = line.split(' ', 3)[2] ?? '';
      const family = families.get(name) ?? { head: [...head, line], samples: [] };
      families.set(name, family);
      samples = family.samples;
      continue;
    }
    if (line !== '') samples.push(line);
  }
}
