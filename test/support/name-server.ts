/** A real name server on a free loopback port, over UDP, that says what it is told to. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Question, type StringAnswer } from 'dns-packet';

export interface NameServer {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** Questions that were asked, such as `MX example.net`. */
  readonly asked: readonly string[];
  /** What is published under a name, each in place of what was; none: no such record. */
  a(name: string, ...addresses: readonly string[]): void;
  aaaa(name: string, ...addresses: readonly string[]): void;
  /** `[preference, exchange]`; exchange `.` is a null MX. */
  mx(name: string, ...records: readonly (readonly [number, string])[]): void;
  txt(name: string, ...texts: readonly string[]): void;
  /** The names of an IPv4 address. */
  ptr(address: string, ...hosts: readonly string[]): void;
  /** Answers SERVFAIL from now on, until it is mended. */
  fail(name: string): void;
  mend(name: string): void;
  /** Never answers this question, as servers do that know one type alone. */
  silence(type: 'A' | 'AAAA', name: string): void;
  /** Answers REFUSED for names that it does not know, as some do without another to ask. */
  refuseStrangers(): void;
  stop(): Promise<void>;
}

const nxdomain = 3;
const servfail = 2;
const refused = 5;

/** @param ttl How long resolvers may keep what they heard; seconds. */
export async function startNameServer({ ttl = 0 } = {}): Promise<NameServer> {
  const records = new Map<string, Answer[]>();
  const names = new Set<string>();
  const failing = new Set<string>();
  const silent = new Set<string>();
  const asked: string[] = [];
  let stranger = nxdomain;

  function put(type: Question['type'], name: string, answers: Answer[]): void {
    names.add(name.toLowerCase());
    records.set(`${type} ${name.toLowerCase()}`, answers);
  }

  function answersTo({ type, name }: Question): { readonly code: number; readonly answers: readonly Answer[] } {
    const asName = name.toLowerCase();
    asked.push(`${type} ${asName}`);
    if (failing.has(asName)) return { code: servfail, answers: [] };
    if (!names.has(asName)) return { code: stranger, answers: [] };
    return { code: 0, answers: records.get(`${type} ${asName}`) ?? [] };
  }

  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions } = decode(message);
    const [question] = questions ?? [];
    if (!question) return;
    const { code, answers } = answersTo(question);
    if (silent.has(`${question.type} ${question.name.toLowerCase()}`)) return;
    // 0x8400: an authoritative answer; the code is in the lowest bits.
    const reply = encode({
      type: 'response',
      id: id ?? 0,
      flags: 0x0400 | code,
      questions: [question],
      answers: [...answers],
    });
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const addressRecords = (type: 'A' | 'AAAA', name: string, addresses: readonly string[]) =>
    put(
      type,
      name,
      addresses.map((data): StringAnswer => ({ type, name, ttl, data })),
    );
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    silence: (type, name) => void silent.add(`${type} ${name.toLowerCase()}`),
    a: (name, ...addresses) => addressRecords('A', name, addresses),
    aaaa: (name, ...addresses) => addressRecords('AAAA', name, addresses),
    mx: (name, ...pairs) =>
      put(
        'MX',
        name,
        pairs.map(([preference, exchange]) => ({ type: 'MX', name, ttl, data: { preference, exchange } })),
      ),
    txt: (name, ...texts) =>
      put(
        'TXT',
        name,
        // A string holds 255 characters; longer texts are several, as in every zone.
        texts.map((text) => ({ type: 'TXT', name, ttl, data: text.match(/.{1,255}/gs) ?? [''] })),
      ),
    ptr: (address, ...hosts) => {
      const name = `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
      put(
        'PTR',
        name,
        hosts.map((data): StringAnswer => ({ type: 'PTR', name, ttl, data })),
      );
    },
    fail: (name) => void failing.add(name.toLowerCase()),
    mend: (name) => void failing.delete(name.toLowerCase()),
    refuseStrangers: () => {
      stranger = refused;
    },
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
