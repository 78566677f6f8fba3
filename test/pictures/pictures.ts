/** Pictures of each format, of three points. */
import sharp from 'sharp';

export const pictures = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAIAAACUgoPjAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWM4IScnB8YAD0YDDSyuYcUAAAAASUVORK5CYII=',
    'base64',
  ),
  jpeg: Buffer.from(
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAaEAEAAQUAAAAAAAAAAAAAAAAAAgMGNXOz/8QAFQEBAQAAAAAAAAAAAAAAAAAABAf/xAAeEQABAQkAAAAAAAAAAAAAAAAAAQIDBAUyNXFysv/aAAwDAQACEQMRAD8AlFx5WeqlziAp8mt0PoxygJ5WuT//2Q==',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAwABAIEAAExpccgeHh7IHh4eyCH5BAUAAAAALAAAAAADAAEAAAICjFYAOw==', 'base64'),
  webp: Buffer.from('UklGRjAAAABXRUJQVlA4TCQAAAAvAgAAABcgEEhMwhpyYoFscpL8F6VAIIly5rHmP/SlQQ0i+h8=', 'base64'),
} as const;

/** A picture of one colour, another one for each number below 16,777,216. */
export function spotted(n: number): Promise<Buffer> {
  const background = { r: n & 255, g: (n >> 8) & 255, b: (n >> 16) & 255 };
  return sharp({ create: { width: 2, height: 2, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A photo-like picture whose bytes hardly shrink. */
export function noisy(width: number, height: number): ReturnType<typeof sharp> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } });
}
