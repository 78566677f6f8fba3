import { describe, expect, it } from 'vitest';
import { block, rendered } from './sample.ts';

const boxed = async (code: string, text = '{{ event.code }}') => {
  const { html, text: plain } = await rendered({ blocks: [block('code', { text, boxed: true })] }, { code });
  const cell = /<td[^>]*dir="ltr"[^>]*>(.*?)<\/td>/s.exec(html)?.[1] ?? '';
  return { cell, boxes: [...cell.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, inside]) => inside), plain };
};

describe('a code in boxes', () => {
  it('has one around each character, and nothing else between them', async () => {
    const { cell, boxes, plain } = await boxed('493 018');
    expect(boxes).toEqual(['4', '9', '3', '0', '1', '8']);
    expect(cell.replace(/<[^>]*>/g, '')).toBe('493 018');
    expect(plain).toBe('493 018\n');
  });

  it('escapes what a value holds', async () => {
    expect((await boxed('<b>&"')).boxes).toEqual(['&lt;', 'b', '&gt;', '&amp;', '&quot;']);
  });

  it('boxes the words of the template too, and letters of two units whole', async () => {
    expect((await boxed('7', 'G-{{ event.code }}\u{1f511}')).boxes).toEqual(['G', '-', '7', '\u{1f511}']);
  });

  it('leaves what is longer than twelve characters in one piece', async () => {
    expect((await boxed('1'.repeat(12))).boxes).toHaveLength(12);
    const { cell, boxes } = await boxed('1'.repeat(13));
    expect(boxes).toEqual([]);
    expect(cell).toBe('1'.repeat(13));
  });

  it('is empty where there is no code', async () => {
    expect((await boxed('')).cell).toBe('');
  });
});
