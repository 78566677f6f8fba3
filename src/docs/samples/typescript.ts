import { keyVariable, type SampleRequest, typeOf } from './sample-request.ts';
import { type Dialect, isBareName, usualDialect, writeLiteral } from './write-literal.ts';

const string = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const dialect: Dialect = {
  ...usualDialect,
  string,
  key: (text) => `${isBareName(text) ? text : string(text)}: `,
};

/** A module for Node or another runtime with `fetch`. */
export function typescript({ method, url, apiKey, body, hasResponse, isFile }: SampleRequest): string {
  const key = apiKey === null ? `\`Bearer \${process.env.${keyVariable}}\`` : string(`Bearer ${apiKey}`);
  return [
    `const response = await fetch(${string(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: ${key},`,
    ...(body === undefined ? [] : [`    'Content-Type': '${typeOf(body)}',`]),
    '  },',
    ...(body === undefined
      ? []
      : [`  body: ${typeof body === 'string' ? string(body) : `JSON.stringify(${writeLiteral(body, dialect, 1)})`},`]),
    '});',
    '',
    `console.log(response.status${hasResponse ? `, await response.${isFile ? 'text' : 'json'}()` : ''});`,
  ].join('\n');
}
