/** The service in this process. */

import type { Log } from '../ground/log/log.ts';
import { setLocalKey } from '../http/local-key.ts';
import type { Service } from '../start-service.ts';
import type { MakeDemo, ServiceHost } from './service-host.ts';
import { type StopTimes, timePassed } from './stop-times.ts';

export function serveHere(log: Log, makeDemo: MakeDemo, times: StopTimes): ServiceHost {
  let service: Service | null = null;
  return {
    async load() {
      await import('../start-service.ts');
    },
    async serve(serving) {
      const { startService } = await import('../start-service.ts');
      service = await startService({ ...serving, log });
      const { app, url, inbound } = service;
      return {
        url,
        inbound,
        processes: 1,
        async makeDemo() {
          const demo = await makeDemo(app);
          setLocalKey(app, demo.apiKey);
          return demo;
        },
      };
    },
    async stop() {
      await Promise.race([service?.stop(), timePassed(times.service)]);
    },
  };
}
