/** An SMTP relay that takes its time with each step, and notes what it heard of each recipient, and when. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What the relay is about to answer: a connection, `MAIL`, `DATA`, the end of a mail. */
export type RelayStep = 'connection' | 'MAIL' | 'DATA' | 'end';

/** Times of `performance.now()`. */
export interface Heard {
  /** When `RCPT` came. */
  readonly named: readonly number[];
  /** When the end of a mail came, each time. */
  readonly ended: readonly number[];
}

export interface TimedRelay {
  readonly port: number;
  /** By address. */
  readonly heard: ReadonlyMap<string, Heard>;
  stop(): Promise<void>;
}

interface TimedRelayOptions {
  /** What passes before the answer. `session`: the number of the connection, from 0. `recipient`: once one is named. */
  readonly pause: (step: RelayStep, session: number, recipient: string) => Promise<void>;
  /** Whether a session offers PIPELINING; all do when left out. */
  readonly pipelines?: (session: number) => boolean;
}

interface Noted {
  readonly named: number[];
  readonly ended: number[];
}

const endOfMail = Buffer.from('\r\n.\r\n');

export async function startTimedRelay({ pause, pipelines = () => true }: TimedRelayOptions): Promise<TimedRelay> {
  const heard = new Map<string, Noted>();
  const sockets = new Set<Socket>();
  let sessions = 0;

  const noteOf = (recipient: string) => {
    const noted = heard.get(recipient) ?? { named: [], ended: [] };
    heard.set(recipient, noted);
    return noted;
  };

  async function serve(socket: Socket): Promise<void> {
    const session = sessions;
    sessions += 1;
    let rest: Buffer = Buffer.alloc(0);
    let inMail = false;
    let recipient = '';
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);

    const answer = async (line: string) => {
      switch (line.slice(0, 4).toUpperCase()) {
        case 'EHLO':
          return say(`250-relay\r\n${pipelines(session) ? '250-PIPELINING\r\n' : ''}250 8BITMIME`);
        case 'MAIL':
          await pause('MAIL', session, recipient);
          return say('250 2.1.0 Ok');
        case 'RCPT':
          recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
          noteOf(recipient).named.push(performance.now());
          return say('250 2.1.5 Ok');
        case 'DATA':
          await pause('DATA', session, recipient);
          inMail = true;
          return say('354 Go on');
        case 'QUIT':
          return socket.end('221 2.0.0 Bye\r\n');
        default:
          return say('250 2.0.0 Ok');
      }
    };

    await pause('connection', session, '');
    say('220 relay ESMTP');
    for await (const part of socket) {
      rest = Buffer.concat([rest, part]);
      for (;;) {
        const mark = inMail ? endOfMail : '\r\n';
        const end = rest.indexOf(mark);
        if (end < 0) break;
        const line = inMail ? '' : rest.toString('latin1', 0, end);
        rest = rest.subarray(end + mark.length);
        if (!inMail) {
          await answer(line);
          continue;
        }
        inMail = false;
        noteOf(recipient).ended.push(performance.now());
        await pause('end', session, recipient);
        say('250 2.0.0 Ok');
        recipient = '';
      }
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    // A client that leaves in the middle ends its session.
    void serve(socket).catch(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
