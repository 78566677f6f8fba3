import type { Collector } from '../traces/open-traces.ts';
import type { Variables } from './config-variables.ts';

export type { Collector };

/** Where traces go, by the variables that every OpenTelemetry program takes; null: nowhere (docs/rules.md#traces). */
export function collectorOf(values: Variables): Collector | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: headers = [] } = values;
  if (base === undefined) return null;
  return {
    url: `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers),
    serviceName: values.OTEL_SERVICE_NAME,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
