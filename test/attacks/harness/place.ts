/** Where everything is, as it is told to the attacker's process. */
export interface Place {
  readonly url: string;
  readonly inboundPort: number;
  readonly databaseUrl: string;
  readonly operatorToken: string;
  readonly transport: 'capture' | 'mx';
  /** The certificate that the service trusts for hooks.test. */
  readonly certificate: { readonly certFile: string; readonly keyFile: string };
  /** The attacker's exchanger listens here at `hostileHost`, beside the well-behaved one at 127.0.0.1. */
  readonly mxPort: number;
  /** Questions below `hostileZone` are forwarded to this port of `hostileHost`. */
  readonly dnsPort: number;
}

export const hostileHost = '127.0.0.2';
export const hostileZone = 'attack.example';
