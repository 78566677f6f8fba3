/**
 * Pictures for the addresses that the examples of blocks name, so that a block is drawn without a request
 * (docs/rules.md#drawn-blocks).
 */

/** Where the examples have their pictures. */
const examplePlace = 'https://shop.example/images/';

const tile = (ground: string, inner: string) =>
  drawing(64, 64, `<rect width="64" height="64" rx="10" fill="${ground}"/>${inner}`);

const line = (path: string, ink = '#fff') =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;

const letters = (text: string, ink: string) =>
  `<text x="34" y="29" font-family="Georgia, serif" font-size="22" font-weight="700" fill="${ink}">${text}</text>`;

const logo = (ink: string, mark: string) =>
  drawing(
    140,
    40,
    `<circle cx="16" cy="20" r="12" fill="${mark}"/>${line('M10 20q6 -8 12 0', '#fff')}${letters('Harbour', ink)}`,
  );

/** By the name of the file. */
const pictures: Readonly<Record<string, string>> = {
  'logo.png': logo('#18181b', '#0f766e'),
  'logo-dark.png': logo('#f4f4f5', '#14958b'),
  'harbour.jpg': drawing(
    1200,
    640,
    '<rect width="1200" height="640" fill="#1e3a5f"/><rect width="1200" height="300" fill="#35557e"/>' +
      '<circle cx="900" cy="190" r="70" fill="#e0a458"/><path d="M0 300q200 -120 420 -40t420 -20t360 60v60H0z" fill="#24405f"/>' +
      '<rect y="340" width="1200" height="300" fill="#16304d"/><path d="M330 420h220l-40 60h-140z" fill="#0d1f33"/>' +
      '<path d="M440 230v180M440 240l90 150h-90M440 260l-70 130h70" fill="#47658a" stroke="#47658a" stroke-width="4"/>',
  ),
  'parcel.png': drawing(
    1200,
    560,
    '<rect width="1200" height="560" fill="#e9dfd1"/><path d="M420 190l180 -70l180 70v200l-180 80l-180 -80z" fill="#b98a56"/>' +
      '<path d="M420 190l180 70l180 -70l-180 -70z" fill="#d3a773"/><path d="M600 260v210" stroke="#8d6437" stroke-width="6"/>' +
      '<path d="M510 155l180 70v70" fill="none" stroke="#f1e6d6" stroke-width="22"/>',
  ),
  'map.png': drawing(
    1200,
    560,
    '<rect width="1200" height="560" fill="#e6ebe4"/><path d="M0 380q300 -80 620 20t580 -60v220H0z" fill="#a9cbe0"/>' +
      '<path d="M0 140h1200M0 260l1200 -60M260 0v420M620 0v400M940 0v360" stroke="#fff" stroke-width="22"/>' +
      '<path d="M620 250c-70 -90 -70 -170 0 -170s70 80 0 170z" fill="#c2410c"/><circle cx="620" cy="140" r="22" fill="#fff"/>',
  ),
  'grace.png': drawing(
    160,
    160,
    '<rect width="160" height="160" fill="#cfe3e1"/><path d="M20 160q10 -54 60 -54t60 54z" fill="#0f766e"/>' +
      '<circle cx="80" cy="66" r="32" fill="#e7b995"/><path d="M44 66q0 -44 36 -44t36 44q-16 -30 -72 0z" fill="#4a2f1c"/>',
  ),
  'signature.png': drawing(
    220,
    70,
    line(
      'M10 50c20 -50 34 -40 26 -6s20 -30 28 -26s-6 26 6 26s14 -24 26 -24s-4 26 8 26s16 -22 30 -20s20 18 76 2',
      '#3f5f8f',
    ),
  ),
  'truck.png': tile(
    '#0f766e',
    line('M10 42v-20h26v20M36 28h10l8 8v6h-6M30 42h6M20 46a4 4 0 1 0 .1 0M44 46a4 4 0 1 0 .1 0'),
  ),
  'return.png': tile('#0f766e', line('M24 18l-10 10l10 10M14 28h24a10 10 0 0 1 0 20h-10')),
  'mastodon.png': tile('#5b4fc7', line('M20 44v-16q0 -8 6 -8t6 8v8v-8q0 -8 6 -8t6 8v16')),
  'Kettle.png': drawing(
    160,
    160,
    '<rect width="160" height="160" fill="#efe7da"/><path d="M46 124l10 -60h48l10 60z" fill="#4b5563"/>' +
      '<path d="M56 70l-22 -6l14 30M104 72q32 0 22 40" fill="none" stroke="#4b5563" stroke-width="9"/><circle cx="80" cy="54" r="8" fill="#4b5563"/>',
  ),
  'Tea.png': drawing(
    160,
    160,
    '<rect width="160" height="160" fill="#e4ecdf"/><rect x="48" y="46" width="64" height="80" rx="6" fill="#5c7a4a"/>' +
      '<rect x="58" y="72" width="44" height="28" fill="#f4f1e8"/><path d="M80 78q14 8 0 18q-14 -10 0 -18z" fill="#5c7a4a"/>',
  ),
};

function drawing(width: number, height: number, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`;
}

/** Puts the pictures in the place of their addresses; an address that has none stays. */
export function withExamplePictures(html: string): string {
  const [before = '', ...rest] = html.split(examplePlace);
  return before + rest.map((part) => pictureBefore(part)).join('');
}

function pictureBefore(part: string): string {
  const [name = ''] = /^[\w-]+\.\w+/.exec(part) ?? [];
  const picture = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (picture === undefined) return examplePlace + part;
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}${part.slice(name.length)}`;
}
