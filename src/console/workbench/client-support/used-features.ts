/** The features of HTML and CSS that a mail uses, by the names that caniemail.com gives to them. */
import { Parser } from 'htmlparser2';

const semantic = new Set([
  'article',
  'aside',
  'details',
  'figcaption',
  'figure',
  'footer',
  'header',
  'main',
  'mark',
  'nav',
  'section',
  'summary',
  'time',
]);
const functions = ['calc', 'clamp', 'min', 'max', 'light-dark'];
const unit = /\d(ch|cm|em|ex|in|mm|pc|pt|rem|vh|vmax|vmin|vw)\b/g;
const offsets = new Set(['left', 'right', 'top', 'bottom']);
const attributes = [
  'align',
  'background',
  'cellpadding',
  'cellspacing',
  'height',
  'hidden',
  'lang',
  'role',
  'srcset',
  'target',
  'valign',
  'width',
];

type Attributes = Readonly<Record<string, string>>;

/** Reads the HTML as text: the browser makes no document of it, so nothing in it runs, loads or breaks the policy. */
export function usedFeatures(html: string): ReadonlySet<string> {
  const used = new Set<string>();
  const add = (features: readonly string[]) => {
    for (const feature of features) used.add(feature);
  };
  let inSheet = false;
  const parser = new Parser({
    onopentag: (name, written) => {
      inSheet = name === 'style';
      add([elementFeature(name, written), ...attributeFeatures(name, written), ...declared(written.style ?? '')]);
    },
    ontext: (text) => {
      if (inSheet) add(sheetFeatures(text));
    },
    onclosetag: () => {
      inSheet = false;
    },
  });
  parser.end(html);
  return used;
}

function elementFeature(name: string, written: Attributes): string {
  if (/^h[1-6]$/.test(name)) return 'html-h1-h6';
  if (name === 'ul' || name === 'ol' || name === 'dl') return 'html-lists';
  if (semantic.has(name)) return 'html-semantics';
  if (name === 'map') return 'html-image-maps';
  if (name === 'button') return 'html-button-submit';
  if (name === 'input') return `html-input-${written.type ?? 'text'}`;
  return `html-${name}`;
}

function attributeFeatures(name: string, written: Attributes): readonly string[] {
  const href = name === 'a' ? (written.href ?? '') : '';
  const src = name === 'img' ? (written.src ?? '') : '';
  const [, format] = /\.([a-z0-9]{3,4})(?:[?#]|$)/i.exec(src) ?? [];
  return [
    ...attributes.filter((each) => Object.hasOwn(written, each)).map((each) => `html-${each}`),
    ...(href.startsWith('#') ? ['html-anchor-links'] : []),
    ...(href.startsWith('mailto:') ? ['html-mailto-links'] : []),
    ...(src.startsWith('data:') ? ['image-base64'] : []),
    ...(format ? [`image-${format.toLowerCase().replace('jpeg', 'jpg')}`] : []),
    ...(name === 'meta' && written.name === 'color-scheme' ? ['html-meta-color-scheme'] : []),
  ];
}

/** Features of declarations such as `display: flex; gap: 1rem`. */
function declared(declarations: string): readonly string[] {
  return declarations.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon === -1) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const [side = ''] = /^(?:margin|padding|border)(?=-(?:top|right|bottom|left)\b)/.exec(property) ?? [];
    return [
      offsets.has(property) ? 'css-left-right-top-bottom' : `css-${side || property}`,
      ...(property === 'display' ? [`css-display-${value.replace('inline-', '')}`] : []),
      ...(property === 'position' && value !== 'static' ? ['css-position'] : []),
      ...(value.includes('var(') || property.startsWith('--') ? ['css-variables'] : []),
      ...['linear', 'radial', 'conic'].flatMap((kind) =>
        value.includes(`${kind}-gradient(`) ? [`css-${kind}-gradient`] : [],
      ),
      ...functions.flatMap((name) =>
        value.includes(`${name}(`) ? [name === 'calc' ? 'css-unit-calc' : `css-function-${name}`] : [],
      ),
      ...[...value.matchAll(unit)].map(([, name]) => `css-unit-${name}`),
    ];
  });
}

function sheetFeatures(sheet: string): readonly string[] {
  const rules = [...sheet.matchAll(/@(media|import|font-face|keyframes|supports)\b([^{;]{0,500})/g)].flatMap(
    ([, rule = '', condition = '']) => [
      `css-at-${rule}`,
      ...['prefers-color-scheme', 'prefers-reduced-motion', 'hover', 'orientation'].flatMap((name) =>
        condition.includes(name) ? [`css-at-media-${name}`] : [],
      ),
    ],
  );
  const pseudo = [
    ...sheet.matchAll(/:(hover|active|focus|visited|checked|target|first-child|last-child|nth-child|not|has)\b/g),
  ].map(([, name]) => `css-pseudo-class-${name}`);
  const blocks = [...sheet.matchAll(/\{([^{}]*)\}/g)].flatMap(([, block = '']) => declared(block));
  return [...rules, ...pseudo, ...blocks];
}
