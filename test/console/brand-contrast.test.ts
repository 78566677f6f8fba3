/** The figures of contrast beside the colours of a brand agree with what the service refuses. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf as ofService } from '../../emails/document/theme.ts';
import { contrastIn, contrastOf } from '../../src/console/parts/brand/contrast.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 6, maxLength: 6 });

test('any two colours have the ratio that the service sees', () => {
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(contrastOf(`#${one}`, `#${other}`)).toBeCloseTo(ofService(`#${one}`, `#${other}`), 6);
    }),
  );
  expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21, 6);
});

test('of the papers below a text the one counts on which it is read worst', () => {
  const colors = {
    text: '#18181b',
    surface: '#ffffff',
    background: '#888888',
    primary: '#1d4ed8',
    onPrimary: '#ffffff',
  };
  expect(contrastIn(colors, 'text')).toMatchObject({ paper: 'background', least: 4.5 });
  expect(contrastIn(colors, 'primary')).toMatchObject({ paper: 'surface', least: 3 });
  expect(contrastIn(colors, 'onPrimary')).toMatchObject({ paper: 'primary', least: 4.5 });
});

test('a paper has no figure, and neither has a colour that is half written or whose paper is not known', () => {
  expect(contrastIn({ surface: '#ffffff', background: '#ffffff' }, 'surface')).toBeNull();
  expect(contrastIn({ text: '#12', surface: '#ffffff' }, 'text')).toBeNull();
  expect(contrastIn({ text: '#121212', surface: null }, 'text')).toBeNull();
});
