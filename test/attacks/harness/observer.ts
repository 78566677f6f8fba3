/**
 * Measures from outside: `/health` over a kept connection, `/health` over a new connection each time, and another
 * platform's emits at a steady rate.
 *
 * A busy machine is no fault of the service. So each wait is also given without the time in which this process could
 * not run, and the service's main thread was ready to run but had no processor.
 */
import { Agent, request } from 'node:http';
import { Agent as EmitAgent, fetch } from 'undici';
import { askRead, type NeighbourRead } from './ask-read.ts';
import { answerQuestions } from './child.ts';
import { percentile } from './percentile.ts';
import { readyWithoutProcessor } from './ready-without-processor.ts';

export interface Watch {
  readonly url: string;
  /** The service's. */
  readonly pid: number;
  /** The other platform's key; null: nobody else emits. */
  readonly apiKey: string | null;
  /** What the other platform asks beside its emits. */
  readonly reads?: readonly NeighbourRead[];
}

export interface Waits {
  readonly count: number;
  /** Milliseconds. */
  readonly longest: number;
  readonly p50: number;
  readonly p99: number;
  /** Without what the machine took; milliseconds. */
  readonly p99Net: number;
  /** The longest without what the machine took; milliseconds. */
  readonly longestNet: number;
  /** Requests with another answer than the right one; those answers, each once. */
  readonly failed: number;
  readonly wrong: readonly string[];
}

export interface Observed {
  readonly health: Waits;
  /** `/health` over new connections. */
  readonly newcomers: Waits;
  readonly emits: Waits | null;
  /** By the name of the read. */
  readonly reads: Readonly<Record<string, Waits>>;
}

/** Milliseconds between two probes, between two probes over new connections, and between two emits. */
const probeEvery = 20;
const newcomerEvery = 40;
const emitEvery = 50;
/** How often this process looks whether it runs; milliseconds. */
const tickEvery = 5;
/** After this long a wait is given up; milliseconds. */
const patience = 60_000;

interface Sample {
  readonly sentAt: number;
  endedAt: number | null;
  /** How long the service had been ready without a processor, all in all, then and at the end; milliseconds. */
  readonly readyAtStart: number;
  readyAtEnd: number | null;
  wrong: string | null;
}

interface Stall {
  readonly from: number;
  readonly to: number;
}

interface Session {
  readonly pid: number;
  readonly probes: Sample[];
  readonly newcomers: Sample[];
  readonly emits: Sample[];
  readonly reads: Readonly<Record<string, Sample[]>>;
  readonly stalls: Stall[];
  stop(): void;
}

let session: Session | null = null;
let emitted = 0;

function start({ url, pid, apiKey, reads: asked = [] }: Watch): void {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const emitAgent = new EmitAgent({ connections: 32, headersTimeout: patience, connectTimeout: patience });
  const probes: Sample[] = [];
  const newcomers: Sample[] = [];
  const emits: Sample[] = [];
  const stalls: Stall[] = [];
  let ticked = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    if (now - ticked > 2 * tickEvery) stalls.push({ from: ticked + tickEvery, to: now });
    ticked = now;
  }, tickEvery);
  const probing = [
    probe({ url, pid, agent: kept, samples: probes, every: probeEvery }),
    probe({ url, pid, agent: false, samples: newcomers, every: newcomerEvery }),
  ];
  const emitting =
    apiKey === null ? null : setInterval(() => void emit({ url, pid, apiKey }, emitAgent, open(emits, pid)), emitEvery);
  const reads: Record<string, Sample[]> = {};
  const reading = asked.map((read) => {
    const samples: Sample[] = [];
    reads[read.name] = samples;
    return setInterval(async () => {
      const sample = open(samples, pid);
      close(sample, pid, await askRead({ url, apiKey, dispatcher: emitAgent }, read));
    }, read.every);
  });
  session = {
    pid,
    probes,
    newcomers,
    emits,
    reads,
    stalls,
    stop() {
      for (const each of [ticks, ...reading]) clearInterval(each);
      for (const stopProbing of probing) stopProbing();
      if (emitting) clearInterval(emitting);
      kept.destroy();
      void emitAgent.destroy();
    },
  };
}

interface Probe {
  readonly url: string;
  readonly pid: number;
  /** False: each request has a connection of its own. */
  readonly agent: Agent | false;
  readonly samples: Sample[];
  /** Milliseconds. */
  readonly every: number;
}

/** Asks `/health` again and again, one request at a time; returns what stops it. */
function probe({ url, pid, agent, samples, every }: Probe): () => void {
  let waiting = false;
  const probing = setInterval(() => {
    if (waiting) return;
    waiting = true;
    const sample = open(samples, pid);
    const end = (wrong: string | null) => {
      close(sample, pid, wrong);
      waiting = false;
    };
    const sent = request(`${url}/health`, { agent, timeout: patience }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode === 200 ? null : String(response.statusCode)));
      response.once('error', (error) => end(error.message));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.once('timeout', () => sent.destroy());
    sent.end();
  }, every);
  return () => clearInterval(probing);
}

function open(samples: Sample[], pid: number): Sample {
  const sample: Sample = {
    sentAt: performance.now(),
    endedAt: null,
    readyAtStart: readyWithoutProcessor(pid),
    readyAtEnd: null,
    wrong: null,
  };
  samples.push(sample);
  return sample;
}

function close(sample: Sample, pid: number, wrong: string | null): void {
  sample.endedAt ??= performance.now();
  sample.readyAtEnd ??= readyWithoutProcessor(pid);
  sample.wrong ??= wrong;
}

async function emit({ url, pid, apiKey }: Watch, dispatcher: EmitAgent, sample: Sample): Promise<void> {
  emitted += 1;
  try {
    const response = await fetch(`${url}/v1/workspaces/ref:shop/events`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'order.shipped',
        idempotency_key: `steady-${emitted}`,
        recipient: { email: `reader-${Date.now()}-${emitted}@example.com` },
        payload: { order_number: String(emitted), tracking_url: 'https://example.com/1' },
      }),
    });
    await response.text();
    close(sample, pid, response.status === 202 ? null : String(response.status));
  } catch (error) {
    close(
      sample,
      pid,
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : '',
    );
  }
}

/** What is still waited for counts with the time so far. */
function stop(): Observed {
  if (session === null) throw new Error('Nothing is watched');
  const { pid, probes, newcomers, emits, reads, stalls } = session;
  const now = performance.now();
  const readyNow = readyWithoutProcessor(pid);
  const net = ({ sentAt, endedAt, readyAtStart, readyAtEnd }: Sample) => {
    const end = endedAt ?? now;
    const own = stalls.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(end, to) - Math.max(sentAt, from)), 0);
    // The two may overlap, so that their sum would hide what the service did.
    return Math.max(0, end - sentAt - Math.max(own, (readyAtEnd ?? readyNow) - readyAtStart));
  };
  const waits = (samples: readonly Sample[]): Waits => {
    const times = samples.map(({ sentAt, endedAt }) => (endedAt ?? now) - sentAt);
    return {
      count: samples.length,
      longest: Math.max(0, ...times),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      p99Net: percentile(samples.map(net), 0.99),
      longestNet: Math.max(0, ...samples.map(net)),
      failed: samples.filter(({ wrong }) => wrong !== null).length,
      wrong: [...new Set(samples.flatMap(({ wrong }) => wrong ?? []))],
    };
  };
  const observed = {
    health: waits(probes),
    newcomers: waits(newcomers),
    emits: emits.length === 0 ? null : waits(emits),
    reads: Object.fromEntries(Object.entries(reads).map(([name, samples]) => [name, waits(samples)])),
  };
  session.stop();
  session = null;
  return observed;
}

/** How long the probe that is not yet answered has waited; milliseconds. */
function waiting(): number {
  const last = session?.probes.at(-1);
  return last && last.endedAt === null ? performance.now() - last.sentAt : 0;
}

answerQuestions(null, { start: (watch) => start(watch as Watch), stop, waiting });
