/** A scrape of `/metrics`, read as Prometheus reads it. */

export interface Scraped {
  /** With its type and help. */
  readonly text: string;
  /** Names of all metrics, those of histograms' parts too. */
  readonly names: ReadonlySet<string>;
  /** Each series as written, such as `up{process="1"}`, with its value. */
  readonly series: ReadonlyMap<string, number>;
  /** The value of the only series of the metric that has these labels; null when there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | null;
}

const line = /^([a-z_A-Z:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;

export async function scrape(url: string): Promise<Scraped> {
  const response = await fetch(`${url}/metrics`);
  if (response.status !== 200) throw new Error(`A scrape got ${response.status}`);
  return readScrape(await response.text());
}

export function readScrape(text: string): Scraped {
  const names = new Set<string>();
  const series = new Map<string, number>();
  for (const written of text.split('\n')) {
    if (written.startsWith('#') || written === '') continue;
    const [, name, labels, value] = line.exec(written) ?? [];
    if (name === undefined || value === undefined) throw new Error(`No line of metrics: ${written}`);
    const key = `${name}{${labels ?? ''}}`;
    if (series.has(key)) throw new Error(`A series comes twice: ${key}`);
    names.add(name);
    series.set(key, Number(value.replace('Inf', 'Infinity')));
  }
  // Metrics that have no series yet are named by their type.
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(`${name}${end}`);
  }
  return {
    text,
    names,
    series,
    value(name, labels = {}) {
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const found = [...series].filter(
        ([key]) => key.startsWith(`${name}{`) && wanted.every((part) => key.includes(part)),
      );
      if (found.length > 1) throw new Error(`${found.length} series of ${name}`);
      return found[0]?.[1] ?? null;
    },
  };
}
