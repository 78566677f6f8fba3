import { keyVariable, type SampleRequest, typeOf } from './sample-request.ts';

/** A command for a POSIX shell. */
export function curl({ method, url, apiKey, body }: SampleRequest): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const authorization =
    apiKey === null ? `"Authorization: Bearer $${keyVariable}"` : quoted(`Authorization: Bearer ${apiKey}`);
  const lines = [`curl${verb} ${shellWord(url)}`, `-H ${authorization}`];
  if (body !== undefined) {
    const data =
      typeof body === 'string' ? `--data-binary ${quoted(body)}` : `-d ${quoted(JSON.stringify(body, null, 2))}`;
    lines.push(`-H 'Content-Type: ${typeOf(body)}'`, data);
  }
  return lines.join(' \\\n  ');
}

function shellWord(text: string): string {
  return /^[\w:/.,@%+-]+$/.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
