import { keyVariable, type SampleRequest } from './sample-request.ts';
import { type Dialect, usualDialect, writeLiteral } from './write-literal.ts';

const string = (text: string) => JSON.stringify(text);

const dialect: Dialect = {
  ...usualDialect,
  null: 'None',
  true: 'True',
  false: 'False',
  indent: '    ',
  string,
  key: (text) => `${string(text)}: `,
};

/** A script on the package `requests`. */
export function python({ method, url, apiKey, body, hasResponse, isFile }: SampleRequest): string {
  const key = apiKey === null ? `f"Bearer {os.environ['${keyVariable}']}"` : string(`Bearer ${apiKey}`);
  return [
    ...(apiKey === null ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${string(url)},`,
    `    headers={"Authorization": ${key}${typeof body === 'string' ? ', "Content-Type": "text/csv"' : ''}},`,
    ...(body === undefined ? [] : [bodyOf(body)]),
    ')',
    '',
    `print(response.status_code${hasResponse ? `, response.${isFile ? 'text' : 'json()'}` : ''})`,
  ].join('\n');
}

function bodyOf(body: unknown): string {
  return typeof body === 'string'
    ? `    data=${string(body)}.encode(),`
    : `    json=${writeLiteral(body, dialect, 1)},`;
}
