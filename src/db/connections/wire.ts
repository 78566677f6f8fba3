/**
 * The stream of one connection, as node-postgres takes it: it finds its host and speaks TLS by itself, and the driver
 * sees a socket without either.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { DatabaseUrl } from '../../ground/config/database-url.ts';
import type { WayChooser } from './choose-way.ts';
import { openWay, type Way } from './open-way.ts';

type Done = (error?: Error | null) => void;

export class Wire extends Duplex {
  readonly #url: DatabaseUrl;
  readonly #chooser: WayChooser;
  readonly #abort = new AbortController();
  #socket: Socket | null = null;
  #keepAlive: readonly [on: boolean, delay: number] | null = null;
  #isReferenced = true;

  constructor(url: DatabaseUrl, chooser: WayChooser) {
    super({ allowHalfOpen: false });
    this.#url = url;
    this.#chooser = chooser;
  }

  /** Bytes that came from the server. */
  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  /** The driver names a port and a host, which the URL has. */
  connect(): this {
    this.#open().then(
      (socket) => this.#begin(socket),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(on = false, delay = 0): this {
    this.#keepAlive = [on, delay];
    this.#socket?.setKeepAlive(on, delay);
    return this;
  }

  ref(): this {
    this.#isReferenced = true;
    this.#socket?.ref();
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#socket?.unref();
    return this;
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#socket === null) done(new Error('The connection is not open'));
    else this.#socket.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: Done): void {
    if (this.#socket === null) this.destroy();
    else this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#abort.abort();
    this.#socket?.destroy();
    done(error);
  }

  async #open(): Promise<Socket> {
    const way = await this.#chooser.choose();
    try {
      return await this.#try(way);
    } catch (error) {
      this.#chooser.forget(way);
      if (this.destroyed) throw error;
      const other = await this.#chooser.choose();
      // The only way there is.
      if (other === way) throw error;
      return this.#try(other);
    }
  }

  #try(way: Way): Promise<Socket> {
    return openWay(way, this.#url, this.#abort.signal);
  }

  #begin(socket: Socket): void {
    if (this.destroyed) return void socket.destroy();
    this.#socket = socket;
    if (this.#keepAlive) socket.setKeepAlive(...this.#keepAlive);
    if (!this.#isReferenced) socket.unref();
    socket.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    this.emit('connect');
  }
}
