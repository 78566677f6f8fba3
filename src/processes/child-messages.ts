/** What the supervisor and its processes tell each other. */
import type { Service } from '../start-service.ts';
import type { Demo, Serving } from './service-host.ts';

/** What a process cannot read from its environment. */
export interface Orders extends Omit<Serving, 'config' | 'isPortShared'> {
  /** From 1; a process that replaces another has the same. */
  readonly process: number;
  readonly operatorToken: string | null;
  readonly databasePool: number;
  readonly port: number;
  readonly inboundPort: number;
  /** The demo platform's key, once there is one. */
  readonly localKey: string | null;
}

export type ToChild =
  | { readonly type: 'serve'; readonly orders: Orders }
  | { readonly type: 'make demo' }
  | { readonly type: 'local key'; readonly apiKey: string }
  | { readonly type: 'stop' };

/** `failed`: the process ends; the text is for a person. */
export type FromChild =
  | { readonly type: 'ready'; readonly address: Pick<Service, 'url' | 'inbound'> }
  | { readonly type: 'demo'; readonly demo: Demo }
  | { readonly type: 'failed'; readonly text: string };
