import { createServer } from 'node:net';
import { listenFault } from '../config/config.ts';

/**
 * Returns the port, or a free one for 0. Rejects with a configuration error when another program has the port: the
 * processes themselves would share it with that program unnoticed.
 */
export async function probePort(host: string, port: number, variable: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(variable, port, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
