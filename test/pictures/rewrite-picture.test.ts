/** Pictures are read and written anew (docs/rules.md#picture-rewriting). */
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { readPictureInput } from '../../src/pictures/picture-input.ts';
import type { PictureType } from '../../src/pictures/picture-limits.ts';
import { pictureEnd } from '../../src/pictures/rewriting/picture-end.ts';
import { createPictureRewriter } from '../../src/pictures/rewriting/picture-rewriter.ts';
import { animation, hostilePictures } from './hostile-pictures.ts';
import { noisy, pictures, spotted } from './pictures.ts';

const rewriter = createPictureRewriter();
afterAll(() => rewriter.close());

/** As an upload is read. */
async function read(bytes: Buffer) {
  const { type } = await readPictureInput({ content: bytes.toString('base64') });
  const rewriting = await rewriter.rewrite('acme', bytes, type);
  if ('fault' in rewriting) throw new Error(rewriting.fault);
  const { content, ...sides } = rewriting.picture;
  return { ...sides, type, content: Buffer.from(content) };
}

const pixelsOf = (bytes: Buffer) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

describe('a picture', () => {
  test.each(Object.entries(pictures))('of the format %s keeps its format, sides and colours', async (kind, bytes) => {
    const { type, width, height, content } = await read(bytes);
    expect([type, width, height, pictureEnd(content, type)]).toEqual([`image/${kind}`, 3, 1, content.length]);
    const [before, after] = await Promise.all([pixelsOf(bytes), pixelsOf(content)]);
    const off = [...before].map((value, at) => Math.abs(value - (after[at] ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(kind === 'jpeg' ? 12 : 0);
  });

  test.each(['png', 'jpeg', 'webp'] as const)('of the format %s loses what is no pixel', async (kind) => {
    const note = { IFD0: { Artist: 'Ada Lovelace', ImageDescription: '<?php echo 1; ?>' } };
    const bytes = await noisy(60, 40)
      .withExif(note)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada</x:xmpmeta>')
      [kind]()
      .toBuffer();
    expect(bytes.includes('Ada')).toBe(true);
    const { content } = await read(bytes);
    expect([content.includes('Ada'), content.includes('<?php'), content.includes('Exif')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('of a camera that was held upright is upright', async () => {
    const { width, height } = await read(await noisy(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect([width, height]).toEqual([40, 60]);
  });

  test('that moves keeps its frames, their times and how often it plays', async () => {
    const { width, height, content } = await read(await animation(5, 40, 30));
    const { pages, delay, loop } = await sharp(content, { animated: true }).metadata();
    expect([width, height, pages, delay, loop]).toEqual([40, 30, 5, [100, 100, 100, 100, 100], 3]);
  });

  test('of few colours keeps them, and stays small', async () => {
    const bytes = await sharp(await spotted(0x7f3311))
      .resize(400, 300)
      .png({ palette: true })
      .toBuffer();
    const { content } = await read(bytes);
    expect((await pixelsOf(content)).equals(await pixelsOf(bytes))).toBe(true);
    expect(content.length).toBeLessThan(1_000);
  });

  test('that grows beyond the limit when it is written anew is refused', async () => {
    const bytes = await noisy(2_600, 2_000).jpeg({ quality: 30, mozjpeg: true }).toBuffer();
    expect(bytes.length).toBeLessThan(1_000_000);
    // A picture of noise is larger at the quality that eyes want.
    await expect(read(bytes)).rejects.toThrow(/has more than 1000000 bytes once it is written anew/);
  });
});

describe('a hostile file is refused:', async () => {
  test.each(await hostilePictures())('%s', async (_name, bytes, fault) => {
    expect(bytes.length).toBeLessThan(1_000_000);
    const failed = await read(bytes).catch((error: unknown) => error);
    expect(JSON.stringify(Object(failed).details ?? '') + String(failed)).toMatch(fault);
  });

  test('and the process that reads is there for the next one', async () => {
    expect((await read(pictures.png)).width).toBe(3);
  });
});

test('a random change of a picture ends in a picture or a refusal, and never in more than a process', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (const [kind, whole] of Object.entries(pictures)) {
    for (let round = 0; round < 40; round += 1) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 3; change += 1) bytes[random(bytes.length)] = random(256);
      const type = `image/${kind}` as PictureType;
      const end = pictureEnd(bytes, type);
      expect(end === null || end <= bytes.length).toBe(true);
      const rewriting = await rewriter.rewrite('acme', bytes, type);
      expect('fault' in rewriting || rewriting.picture.width > 0).toBe(true);
    }
  }
});
