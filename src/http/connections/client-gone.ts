/**
 * The client closed its connection before it had a response. That is no error of the service: it is not logged as one,
 * and the line of the request has the status 499 (docs/rules.md#abandoned-requests).
 */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('The client closed the connection');
  }
}

/** In the log alone: nobody is left to read a status. */
export const abandonedStatus = 499;
