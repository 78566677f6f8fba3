interface KeptFault {
  readonly path: string;
  readonly message: string | null;
}

/** What was wrong with a field of a refused emit, such as `payload.total must be a number`. */
export function faultLine({ path, message }: KeptFault): string {
  return message === null ? path : `${path} ${message}`;
}
