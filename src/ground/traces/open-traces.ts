/**
 * Traces for a collector that speaks OTLP over HTTP (docs/rules.md#traces). Loaded only where one is configured. Spans wait
 * in a bounded queue and are sent in batches beside everything else: a collector that is slow or gone costs the spans
 * that are too many, and holds up nothing.
 */
import {
  type Attributes,
  type Context,
  SpanKind as Kind,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log/log.ts';
import { ofBytes, readTraceparent, type TraceIds, toBytes } from './trace-ids.ts';
import { type Facts, noSpan, type Part, type Span, type SpanKind, type Traces } from './traces.ts';

export interface Collector {
  /** With its path, such as `http://collector:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The part of the requests that is recorded, unless their callers say, 0 to 1. */
  readonly share: number;
}

/** Spans that wait, at most; some 2 kB each. Further ones are dropped. */
const waitingMax = 2_048;
const batchMax = 512;
/** Between two batches; milliseconds. */
const sendEvery = 1_000;
/** For one batch with its repetitions; milliseconds. */
const batchTime = 5_000;
/** For the last spans at a stop; milliseconds. */
const closeTime = 1_000;
/** Characters of one fact. */
const factMax = 200;

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  internal: Kind.INTERNAL,
  consumer: Kind.CONSUMER,
  client: Kind.CLIENT,
};

interface TracesOptions {
  readonly collector: Collector;
  readonly log: Log;
  readonly now: () => Date;
  /** Names the process among those of the service. */
  readonly processName: string;
}

export function openTraces({ collector, log, now, processName }: TracesOptions): Traces {
  const { url, headers, serviceName, share } = collector;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: batchTime,
    concurrencyLimit: 1,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': processName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: factMax },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        maxQueueSize: waitingMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: sendEvery,
        exportTimeoutMillis: batchTime,
      }),
    ],
  });
  const tracer = provider.getTracer('tidings');

  const begin = (context: Context, { name, kind, facts, since }: Part): Span => {
    const at = now();
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], startTime: since && since < at ? since : at, attributes: attributesOf(facts) },
      context,
    );
    if (!span.isRecording()) return noSpan;
    return {
      ids: toBytes(span.spanContext()),
      end(more = {}, { name: later, hasFailed = false } = {}) {
        span.setAttributes(attributesOf(more));
        if (later !== undefined) span.updateName(later);
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(now());
      },
    };
  };
  return {
    ofRequest(traceparent) {
      const caller = readTraceparent(traceparent);
      return begin(caller ? contextOf(caller) : ROOT_CONTEXT, { name: 'request', kind: 'server', facts: {} });
    },
    part(of, part) {
      const ids = of && ofBytes(of);
      return ids ? begin(contextOf(ids), part) : noSpan;
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeTime);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function contextOf({ traceId, spanId, isSampled }: TraceIds): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true });
}

function attributesOf(facts: Facts): Attributes {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** One line when the collector takes no spans, and one when it takes them again. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined || result.code !== 0) {
          if (lost === 0)
            log.warn({ err: result.error ?? new Error('no reason') }, 'the collector takes no traces; they are lost');
          lost += spans.length;
        } else if (lost > 0) {
          log.info({ spans: lost }, 'the collector takes traces again; so many spans were lost');
          lost = 0;
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
