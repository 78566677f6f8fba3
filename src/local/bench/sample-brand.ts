import type { Brand } from '../../../emails/index.ts';

/** A made-up brand with a value of each kind, to see what a mail takes of one. */
export const sampleBrand: Brand = {
  name: 'Fjord Books',
  colors: {
    background: '#eef4f2',
    surface: '#ffffff',
    text: '#12312b',
    muted: '#49635d',
    link: '#0d5c56',
    primary: '#0f766e',
    on_primary: '#ffffff',
  },
  border_radius: 10,
  address: 'Harbour Street 1\n5003 Bergen, Norway',
  support_url: 'https://fjord-books.example/help',
  social_links: [{ name: 'Mastodon', url: 'https://social.example/@fjordbooks' }],
  legal_line: 'Fjord Books AS, NO 987 654 321',
};
