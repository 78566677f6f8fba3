/** What the supervisor and its processes tell each other. */
import type { Config } from '../ground/config/config.ts';
import type { ShownReadiness } from '../metrics/serve-metrics.ts';
import type { Service } from '../start-service.ts';
import type { Demo, Serving } from './service-host.ts';

/** What a process tells when it is asked, for the port of metrics; null: it cannot yet. */
export interface Told {
  readonly metrics: string | null;
  readonly readiness: ShownReadiness | null;
}

/** What a process cannot read from its environment. */
export interface Orders extends Omit<Serving, 'config' | 'isPortShared' | 'process'> {
  /** From 1; a process that replaces another has the same. */
  readonly process: number;
  /** As the supervisor has read them: a file with one may have changed since. */
  readonly secrets: Pick<Config, 'secretKeyPrevious' | 'operatorToken' | 'operatorTokenPrevious' | 'operatorReadToken'>;
  readonly databasePool: number;
  readonly port: number;
  readonly inboundPort: number;
  /** The demo platform's key, once there is one. */
  readonly localKey: string | null;
}

export type ToChild =
  | { readonly type: 'serve'; readonly orders: Orders }
  /** The answer has the same number. */
  | { readonly type: 'tell'; readonly what: keyof Told; readonly number: number }
  | { readonly type: 'make demo' }
  | { readonly type: 'local key'; readonly apiKey: string }
  | { readonly type: 'stop' };

/** `failed`: the process ends; the text is for a person. */
export type FromChild =
  | { readonly type: 'ready'; readonly address: Pick<Service, 'url' | 'inbound'> }
  | { readonly type: 'told'; readonly number: number; readonly told: Partial<Told> }
  | { readonly type: 'demo'; readonly demo: Demo }
  | { readonly type: 'failed'; readonly text: string };
