/** A URL for each code that rejects one (docs/rules.md#endpoint-url). */
export const urlRefusals: readonly (readonly [code: string, url: string])[] = [
  ['url_invalid', 'nonsense'],
  ['url_too_long', `https://public.example.com/${'x'.repeat(2_048)}`],
  ['url_not_https', 'http://public.example.com/'],
  ['url_port_refused', 'https://public.example.com:8443/'],
  ['url_credentials_refused', 'https://me:secret@public.example.com/'],
  ['url_host_refused', 'https://93.184.215.14/'],
  ['url_unresolvable', 'https://nowhere.example.com/'],
  ['url_address_refused', 'https://private.example.com/'],
];
