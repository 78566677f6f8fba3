/**
 * Replies over the wire: a server of its own plays what real servers say at each stage, and the service sends to it
 * through its own SMTP client, up to the row of the message and the suppression.
 */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { createSmtpTransport } from '../../src/transport/smtp/smtp.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

type Stage = 'banner' | 'mail' | 'rcpt' | 'dot';

interface Labelled {
  readonly id: string;
  readonly stage: Stage;
  readonly side?: 'relay' | 'exchanger';
  readonly reply: string;
  readonly outcome: 'hard' | 'soft' | 'temporary';
  readonly mailboxFault?: boolean;
}

/** Of each kind of reply every fourth: a whole send takes its time. */
const every = 4;

const rows = (['invented', 'invented-kinds'] as const)
  .flatMap(
    (name) =>
      JSON.parse(readFileSync(new URL(`../transport/replies/${name}.json`, import.meta.url), 'utf8')) as Labelled[],
  )
  .filter((_row, at) => at % every === 0);

/** Plays one reply at one stage, with the addresses of the session in place of those of the row. */
interface Player {
  readonly port: number;
  play(row: Labelled): void;
  stop(): Promise<unknown>;
}

async function startPlayer(): Promise<Player> {
  let row: Labelled | null = null;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const envelope = { from: '', to: '' };
    let inData = false;
    let rest = '';
    const say = (text: string) => socket.write(`${text.replace(/\r?\n/g, '\r\n')}\r\n`, 'latin1');
    const answer = (stage: Stage, otherwise: string) => {
      if (row === null || row.stage !== stage) return say(otherwise);
      // The row's own addresses stand for those of this session.
      const text = row.reply
        .replace(/b\+[^\s<>@]+@bounces\.[\w.-]+\w/g, envelope.from || 'b+x@bounces.shop.test')
        .replace(/bounces\.(?:acme|shop)\.example/g, 'bounces.shop.test')
        .replace(/(?:jane@example\.com|ada@dest\.example)/g, envelope.to)
        .replace(/shop\.example/g, 'shop.test');
      return say(Buffer.from(text, 'utf8').toString('latin1'));
    };
    const take = (line: string) => {
      if (inData) {
        if (line !== '.') return;
        inData = false;
        answer('dot', '250 2.0.0 taken');
      } else if (/^(?:ehlo|helo)/i.test(line)) say('250 player.test');
      else if (/^mail/i.test(line)) {
        envelope.from = /<([^>]*)>/.exec(line)?.[1] ?? '';
        answer('mail', '250 2.1.0 ok');
      } else if (/^rcpt/i.test(line)) {
        envelope.to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        answer('rcpt', '250 2.1.5 ok');
      } else if (/^data/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^quit/i.test(line)) socket.end('221 2.0.0 bye\r\n');
      else say('250 2.0.0 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    answer('banner', '220 player.test ESMTP');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    play(next) {
      row = next;
      // The next mail opens a session of its own, whose greeting may be the refusal.
      for (const socket of sockets) socket.destroy();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

let world: SendingWorld;
let workspace: SendingWorkspace;
let player: Player;
let senders: Readonly<Record<'relay' | 'exchanger', SendingWorld['app']>>;
let sent = 0;

beforeAll(async () => {
  world = await createSendingWorld();
  player = await startPlayer();
  const clientName = 'mx.tidings.example';
  senders = {
    exchanger: world.otherApp(createCaptureTransport({ host: '127.0.0.1', port: player.port, clientName })),
    relay: world.otherApp(createSmtpTransport({ url: `smtp://127.0.0.1:${player.port}?tls=none`, clientName })),
  };
});

afterAll(async () => {
  await world.close();
  await player.stop();
});

/** A workspace with so many bounces is throttled soon: its successor sends on. */
const mailsOfOne = 50;

async function play(row: Labelled) {
  if (sent % mailsOfOne === 0) workspace = await world.workspace();
  sent += 1;
  const address = `person${sent}@inbox${sent}.test`;
  player.play(row);
  await workspace.emit([address]);
  await workspace.send(senders[row.side ?? 'exchanger']);
  const { rows: found } = await world.app.db.pool.query(
    `SELECT m.state, m.bounce,
       (SELECT count(*)::int FROM suppressions s WHERE s.address_hash = m.address_hash) AS suppressed,
       (SELECT count(*)::int FROM mailbox_fault_days f WHERE f.workspace_id = m.workspace_id AND f.address_hash = m.address_hash) AS faults
     FROM messages m WHERE m.workspace_id = $1 AND m.recipient = $2`,
    [workspace.id, address],
  );
  // What waits for a retry must not go out beside the next reply.
  await world.app.db.pool.query(
    `UPDATE messages SET state = 'expired', ended_at = now() WHERE workspace_id = $1 AND state = 'queued'`,
    [workspace.id],
  );
  return found[0];
}

describe('a server that replies', () => {
  test.each(rows.map((row) => [row.id, row.stage, row.outcome, row] as const))(
    '%s at %s is %s, in the message and the suppressions',
    async (_id, stage, outcome, row) => {
      const message = await play(row);
      expect(message.suppressed).toBe(outcome === 'hard' ? 1 : 0);
      if (row.mailboxFault !== undefined) expect(message.faults).toBe(row.mailboxFault ? 1 : 0);
      if (outcome === 'temporary') expect(message.state).toBe('queued');
      else if (row.side === 'relay' && stage === 'mail') expect(message.state).toMatch(/^(?:failed|queued)$/);
      else expect(message).toMatchObject({ state: 'bounced', bounce: outcome });
    },
  );

  test('a broken bounce domain burns no list: twelve domains refuse it, and nobody is suppressed', async () => {
    for (let n = 0; n < 12; n += 1) {
      const text = [
        '550 5.1.8 <b+x@bounces.shop.example>: Domain not found',
        '550 5.7.1 <b+x@bounces.shop.example>: User unknown',
        '553 5.1.8 bounces.shop.example does not exist',
        '550 5.1.7 Invalid address',
        '550 Header From domain has no MX',
        '550 shop.example does not exist',
      ][n % 6];
      const message = await play({ id: `${n}`, stage: n < 6 ? 'rcpt' : 'dot', reply: text ?? '', outcome: 'soft' });
      expect(message).toMatchObject({ state: 'bounced', bounce: 'soft', suppressed: 0, faults: 0 });
    }
  });
});
