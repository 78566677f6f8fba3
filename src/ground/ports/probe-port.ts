import { createServer } from 'node:net';
import { listenFault } from '../config/config.ts';

/**
 * Rejects with a configuration error when another program has the port: the processes themselves would share it with that
 * program unnoticed.
 */
export async function probePort(host: string, port: number, variable: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(variable, port, error)));
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
