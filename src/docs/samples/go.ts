import { keyVariable, type SampleRequest, typeOf } from './sample-request.ts';

/** A program on Go's standard library. */
export function go({ method, url, apiKey, body, hasResponse }: SampleRequest): string {
  const key = apiKey === null ? `"Bearer "+os.Getenv("${keyVariable}")` : JSON.stringify(`Bearer ${apiKey}`);
  const packages = [
    'fmt',
    ...(hasResponse ? ['io'] : []),
    'net/http',
    ...(apiKey === null ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${rawString(textOf(body))})`]),
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body === undefined ? 'nil' : 'body'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    `\trequest.Header.Set("Authorization", ${key})`,
    ...(body === undefined ? [] : [`\trequest.Header.Set("Content-Type", "${typeOf(body)}")`]),
    '',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    ...(hasResponse
      ? [
          '\tanswer, err := io.ReadAll(response.Body)',
          '\tif err != nil {',
          '\t\tpanic(err)',
          '\t}',
          '\tfmt.Println(response.StatusCode, string(answer))',
        ]
      : ['\tfmt.Println(response.StatusCode)']),
    '}',
  ].join('\n');
}

/** A backtick ends a raw string, so it is concatenated. */
function rawString(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``;
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));
