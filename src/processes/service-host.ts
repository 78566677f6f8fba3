/** What starts and stops the service: this process itself (serve-here.ts), or processes of its own (supervise.ts). */
import type { App } from '../context.ts';
import type { Service, ServiceOptions } from '../start-service.ts';

/** The options that a start has found out; each process adds its own log. */
export type Serving = Omit<ServiceOptions, 'log' | 'clock'>;

/** The demo platform of a local run. */
export interface Demo {
  readonly platformId: string;
  readonly apiKey: string;
}

export type MakeDemo = (app: App) => Promise<Demo>;

export interface Running extends Pick<Service, 'url' | 'inbound'> {
  readonly processes: number;
  /** Makes the demo platform; pages on this machine show its key from then on. */
  makeDemo(): Promise<Demo>;
}

export interface ServiceHost {
  /** Loads the code of the service, which takes most of a start. */
  load(): Promise<void>;
  /** Resolves once every process is ready. */
  serve(serving: Serving): Promise<Running>;
  /** Ends the service, also one that is still starting. */
  stop(): Promise<void>;
}
