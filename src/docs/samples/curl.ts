import { keyVariable, type SampleRequest } from './sample-request.ts';

/** A command for a POSIX shell. */
export function curl({ method, url, apiKey, body }: SampleRequest): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const authorization =
    apiKey === null ? `"Authorization: Bearer $${keyVariable}"` : quoted(`Authorization: Bearer ${apiKey}`);
  const lines = [`curl${verb} ${shellWord(url)}`, `-H ${authorization}`];
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function shellWord(text: string): string {
  return /^[\w:/.,@%+-]+$/.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
