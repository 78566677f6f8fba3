/**
 * The well-behaved world outside: a mail exchanger that takes everything, and a name server. Questions below the
 * attacker's zone are forwarded to the attacker's name server, over UDP and TCP.
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { decode, encode, type Question, type StringAnswer } from 'dns-packet';
import { SMTPServer } from 'smtp-server';
import { answerQuestions } from './child.ts';
import { hostileHost, hostileZone } from './place.ts';

export interface Mails {
  readonly count: number;
  /** Milliseconds. */
  readonly longest: number;
}

export interface Outside {
  readonly smtpPort: number;
  readonly dnsPort: number;
}

/** The other platform's mails: when they were emitted (Date.now), and how long each took; milliseconds. */
let arrived: { readonly emittedAt: number; readonly took: number }[] = [];

const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  disableReverseLookup: true,
  onData(stream, session, done) {
    stream.resume();
    stream.once('end', () => {
      for (const { address } of session.envelope.rcptTo) {
        // Such as reader-1790000000000-17@example.com, with the time of the emit (observer.ts).
        const [, emittedAt] = /^reader-(\d+)-/.exec(address) ?? [];
        if (emittedAt !== undefined) {
          arrived.push({ emittedAt: Number(emittedAt), took: Date.now() - Number(emittedAt) });
        }
      }
      done();
    });
  },
});
sink.on('error', () => undefined);
const listener = sink.listen(0, '127.0.0.1');
await once(listener, 'listening');
const { port: smtpPort } = listener.address() as AddressInfo;

/** example.com has an exchanger: ours. Everything else has no record. */
function answer(message: Buffer): Buffer {
  const { id, questions } = decode(message);
  const [question] = questions ?? [];
  return encode({
    type: 'response',
    id: id ?? 0,
    flags: 0x0400,
    questions: question ? [question] : [],
    answers: question ? records(question) : [],
  });
}

function records({ type, name }: Question) {
  if (type === 'MX' && name.toLowerCase() === 'example.com') {
    return [{ type: 'MX' as const, name, ttl: 60, data: { preference: 10, exchange: 'mx.example.com' } }];
  }
  if (type === 'A' && name.toLowerCase() === 'mx.example.com') {
    return [{ type: 'A', name, ttl: 60, data: '127.0.0.1' } satisfies StringAnswer];
  }
  return [];
}

const isHostile = (message: Buffer) => {
  const [question] = decode(message).questions ?? [];
  return question?.name.toLowerCase().endsWith(hostileZone) === true;
};

// TCP first: a port that is free for UDP may still belong to a TCP connection that has just ended.
const tcp = createServer((socket) => {
  const upstream = connect(dnsPort, hostileHost);
  for (const end of [socket, upstream]) {
    end.on('error', () => {
      socket.destroy();
      upstream.destroy();
    });
  }
  socket.pipe(upstream).pipe(socket);
});
tcp.listen(0, '127.0.0.1');
await once(tcp, 'listening');
const { port: dnsPort } = tcp.address() as AddressInfo;

const udp = createSocket('udp4');
udp.on('message', (message, from) => {
  if (isHostile(message)) return forward(message, from);
  udp.send(answer(message), from.port, from.address);
});
udp.bind(dnsPort, '127.0.0.1');
await once(udp, 'listening');

/** Each question has a socket of its own for as long as a resolver waits; milliseconds. */
const forwardFor = 10_000;

function forward(message: Buffer, { address, port }: RemoteInfo): void {
  const relay = createSocket('udp4');
  const timer = setTimeout(() => relay.close(), forwardFor);
  relay.on('message', (reply) => udp.send(reply, port, address));
  relay.on('error', () => {
    clearTimeout(timer);
    relay.close();
  });
  relay.send(message, dnsPort, hostileHost);
}

answerQuestions({ smtpPort, dnsPort } satisfies Outside, {
  /** What arrived since the last question of what was emitted since a time. */
  mails(since) {
    const times = arrived.filter(({ emittedAt }) => emittedAt >= Number(since)).map(({ took }) => took);
    arrived = [];
    return { count: times.length, longest: Math.max(0, ...times) } satisfies Mails;
  },
});
