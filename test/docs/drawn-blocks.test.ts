/** The catalogue of mails in the documentation: every block with its pictures, attributes and example. */
import { expect, test } from 'vitest';
import { describeComposition } from '../../emails/check/describe-composition.ts';
import { findPage, readPage } from './public-docs.ts';

const { blocks } = describeComposition();

test('the catalogue shows every block, and names what texts may hold', async () => {
  const page = await readPage('/docs/templates');
  for (const { type } of blocks) {
    expect(page).toContain(`src="../docs/templates/${type}/light.html"`);
    expect(page).toContain(`href="../docs/templates/${type}"`);
  }
  for (const part of [
    'id="tags"',
    'id="filter-currency"',
    '1.234,50\u00a0€',
    'system.unsubscribe_url',
    'selectordinal',
  ]) {
    expect(page).toContain(part);
  }
});

test.each(blocks.map((block) => [block.type, block] as const))(
  'the page of %s has its pictures, each attribute and the example',
  async (type, block) => {
    const page = await readPage(`/docs/templates/${type}`);
    for (const { name } of [...block.attributes, ...(block.columnAttributes ?? [])]) {
      expect(page).toContain(`<p class="field"><code>${name}</code>`);
    }
    expect(page).toContain(block.example.id);
    for (const view of ['light', 'dark', 'rtl']) {
      expect(page).toContain(`src="../../docs/templates/${type}/${view}.html"`);
      const picture = await findPage(`/docs/templates/${type}/${view}.html`);
      expect([picture?.status, picture?.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(picture?.headers['X-Frame-Options']).toBe('SAMEORIGIN');
      expect(picture?.headers['Content-Security-Policy']).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin",
      );
    }
  },
);

test('a picture of what there is not has no page', async () => {
  expect((await findPage('/docs/templates/hero/sepia.html'))?.status).toBe(404);
  expect((await findPage('/docs/templates/headin/light.html'))?.status).toBe(404);
});
