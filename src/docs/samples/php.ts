import { keyVariable, type SampleRequest, typeOf } from './sample-request.ts';
import { type Dialect, usualDialect, writeLiteral } from './write-literal.ts';

const string = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const dialect: Dialect = {
  ...usualDialect,
  indent: '    ',
  object: ['[', ']'],
  // An empty array of PHP would be sent as `[]`.
  emptyObject: 'new stdClass()',
  string,
  key: (text) => `${string(text)} => `,
};

/** A script on PHP's own curl extension. */
export function php({ method, url, apiKey, body, hasResponse }: SampleRequest): string {
  const key =
    apiKey === null ? `'Authorization: Bearer ' . getenv('${keyVariable}')` : string(`Authorization: Bearer ${apiKey}`);
  return [
    '<?php',
    '',
    `$request = curl_init(${string(url)});`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    `        ${key},`,
    ...(body === undefined ? [] : [`        'Content-Type: ${typeOf(body)}',`]),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${postFields(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    ...(hasResponse ? ['$response = curl_exec($request);'] : ['curl_exec($request);']),
    '',
    `echo curl_getinfo($request, CURLINFO_RESPONSE_CODE)${hasResponse ? `, ' ', $response` : ''}, PHP_EOL;`,
  ].join('\n');
}

function postFields(body: unknown): string {
  return typeof body === 'string' ? string(body) : `json_encode(${writeLiteral(body, dialect, 1)})`;
}
