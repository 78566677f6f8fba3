import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dividesPort } from './divides-port.ts';

export interface HeldPort {
  readonly port: number;
  /** Resolves once only the processes have the port. */
  release(): Promise<void>;
}

/**
 * Holds a free port for processes that open it later. The system would give a port that was only looked for to the next
 * connection that goes out. Where the kernel divides no ports, the port is free again at once.
 */
export async function holdFreePort(host: string): Promise<HeldPort> {
  // Nobody knows the port yet.
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port: 0, reusePort: dividesPort });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const release = () => new Promise<void>((resolve) => server.close(() => resolve()));
  if (!dividesPort) await release();
  return { port, release };
}
