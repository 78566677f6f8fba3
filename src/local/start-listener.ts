/** A receiver of webhooks on this machine, over TLS with the certificate that the service trusts. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { registerListener } from './listener-endpoint.ts';
import type { LocalFile } from './local-file.ts';
import { verifyWebhook } from './verify-webhook.ts';

export interface ListenerOptions {
  readonly dataDir: string;
  /** URL of a program that receives each verified webhook; its status is the response. Null: the response is 204. */
  readonly forward: string | null;
  /** Prints a text for a person. */
  readonly print: (text: string) => void;
}

export interface WebhookListener {
  /** The registered URL. */
  readonly url: string;
  /** Removes the endpoint. */
  stop(): Promise<void>;
}

/** Below the 10 seconds that the service waits for a response, in milliseconds. */
const forwardTimeout = 9_000;
/** Headers of the connection, not of the webhook. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

/** Throws when Tidings is not running in `dataDir`, or sends no webhooks to this machine. */
export async function startListener({ dataDir, forward, print }: ListenerOptions): Promise<WebhookListener> {
  const local = await readLocalFile(dataDir);
  const { webhook_host: host, webhook_cert: certFile, webhook_key: keyFile } = local;
  if (host === null || certFile === null || keyFile === null) {
    throw new Error('This Tidings sends no webhooks to this machine: WEBHOOK_DEV_HOSTS names no host.');
  }
  const secret = Promise.withResolvers<string>();
  secret.promise.catch(() => undefined);
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) });
  server.on('request', (request, response) => {
    void receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const url = `https://${host}:${(server.address() as AddressInfo).port}/`;
  try {
    const endpoint = await registerListener(local, url, dataDir);
    secret.resolve(endpoint.secret);
    // The listener checks each webhook by itself, and the program has to as well.
    if (forward !== null) print(`Forwarding to ${forward}. Verify the webhooks there with ${endpoint.secret}\n`);
    return {
      url,
      async stop() {
        await endpoint.remove().finally(() => close(server));
      },
    };
  } catch (error) {
    secret.reject(error);
    await close(server);
    throw error;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const now = new Date();
    // A webhook may come before the response with the secret.
    const fault = verifyWebhook(request.headers, body, await secret.promise, now);
    if (fault !== null) {
      print(`${time(now)} refused a request: ${fault}\n`);
      response.writeHead(400).end();
      return;
    }
    const status = forward === null ? 204 : await post(forward, request, body, print);
    print(`${time(now)} ${describe(body)} signature verified, answered ${status}\n${indent(body)}\n`);
    response.writeHead(status).end();
  }
}

async function readLocalFile(dataDir: string): Promise<LocalFile> {
  const text = await readFile(join(dataDir, 'local.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`Tidings has not run in ${dataDir} yet. Start it first: npm start`);
  return JSON.parse(text);
}

async function post(
  to: string,
  request: IncomingMessage,
  body: Buffer,
  print: (text: string) => void,
): Promise<number> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !ownHeaders.includes(name)) headers.set(name, value);
  }
  try {
    const signal = AbortSignal.timeout(forwardTimeout);
    const { status } = await fetch(to, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    return status;
  } catch {
    print(`The program at ${to} does not answer.\n`);
    return 502;
  }
}

function describe(body: Buffer): string {
  const { type, id, simulated } = JSON.parse(body.toString('utf8'));
  return `${type} ${id}${simulated ? ' (simulated)' : ''}`;
}

const indent = (body: Buffer) => JSON.stringify(JSON.parse(body.toString('utf8')), null, 2).replaceAll(/^/gm, '  ');

const time = (at: Date) => at.toTimeString().slice(0, 8);

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
