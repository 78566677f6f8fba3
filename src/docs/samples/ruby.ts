import { keyVariable, type SampleRequest, typeOf } from './sample-request.ts';
import { type Dialect, isBareName, usualDialect, writeLiteral } from './write-literal.ts';

const string = (text: string) => JSON.stringify(text).replace(/#(?=[{$@])/g, '\\#');

const dialect: Dialect = {
  ...usualDialect,
  null: 'nil',
  string,
  key: (text) => (isBareName(text) ? `${text}: ` : `${string(text)} => `),
  trailingComma: false,
};

/** A script on Ruby's own Net::HTTP. */
export function ruby({ method, url, apiKey, body, hasResponse }: SampleRequest): string {
  const key = apiKey === null ? `"Bearer #{ENV.fetch("${keyVariable}")}"` : string(`Bearer ${apiKey}`);
  return [
    ...(body === undefined || typeof body === 'string' ? [] : ['require "json"']),
    'require "net/http"',
    '',
    `uri = URI(${string(url)})`,
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`,
    `request["Authorization"] = ${key}`,
    ...(body === undefined
      ? []
      : [
          `request["Content-Type"] = "${typeOf(body)}"`,
          `request.body = ${typeof body === 'string' ? string(body) : `JSON.generate(${writeLiteral(body, dialect)})`}`,
        ]),
    '',
    'response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    `puts response.code${hasResponse ? ', response.body' : ''}`,
  ].join('\n');
}
