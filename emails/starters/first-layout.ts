/** The layout that a designer begins with: the logo and the name of the brand above, its address below. */
import type { CompositionBlock } from '../document/composition.ts';

export const firstLayout: {
  readonly header: readonly CompositionBlock[];
  readonly footer: readonly CompositionBlock[];
} = {
  header: [
    {
      id: 'top',
      type: 'header',
      attrs: { name: '{{ brand.name }}', logo: '{{ brand.logo_url }}', dark_logo: '{{ brand.dark_logo_url }}' },
    },
  ],
  footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}\n{{ brand.address }}' } }],
};
