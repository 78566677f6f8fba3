/** A greylisting policy service of Postfix: puts the first try for each recipient off. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface PolicyServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** `greylists` tells the recipients that it is strict with. */
export async function startPolicyServer(greylists: (recipient: string) => boolean): Promise<PolicyServer> {
  const seen = new Set<string>();
  const server = createServer((socket) => {
    let asked = '';
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      asked += part.toString();
      for (let end = asked.indexOf('\n\n'); end >= 0; end = asked.indexOf('\n\n')) {
        const recipient = /^recipient=(.*)$/m.exec(asked.slice(0, end))?.[1] ?? '';
        asked = asked.slice(end + 2);
        const putOff = greylists(recipient) && !seen.has(recipient);
        seen.add(recipient);
        socket.write(`action=${putOff ? '450 4.2.0 Greylisted, come again' : 'DUNNO'}\n\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
    },
  };
}
