/** What a browser shows of a mail: text that can hardly be read, and what reaches beyond the screen. */

/** Ratios of contrast (WCAG 2.2, 1.4.3); the second for large letters. */
const ratios = { text: 4.5, large: 3 } as const;

/**
 * Text whose contrast with the colour behind it is under the line, each pair of colours once, as `#ink on #paper: ratio "words"`.
 * Words over a picture are passed over: what is behind them depends on the picture.
 */
export const paleTexts = `(() => {
  const numbers = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((each) => {
      const share = each / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paperOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none' || at.hasAttribute('background')) return null;
      const alpha = numbers(backgroundColor)[3] ?? 1;
      if (alpha === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const found = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.data.trim();
    const range = document.createRange();
    range.selectNodeContents(node);
    if (words === '' || range.getClientRects().length === 0) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(node.parentElement);
    const paper = paperOf(node.parentElement);
    if (paper === null) continue;
    const [light, dark] = [luminance(color), luminance(paper)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio < (isLarge ? ${ratios.large} : ${ratios.text})) {
      found.set(color + paper, color + ' on ' + paper + ': ' + ratio.toFixed(2) + ' "' + words.slice(0, 40) + '"');
    }
  }
  return [...found.values()];
})()`;

/** Labels and values of facts that break though they are short, such as a date or the number of a parcel. */
export const brokenFacts = `(() => [...document.querySelectorAll('.fact')].flatMap((cell) => {
  const words = cell.textContent.trim();
  const range = document.createRange();
  range.selectNodeContents(cell);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
  return words.length <= 24 && lines.size > 1 ? ['broken: ' + words] : [];
}))()`;

/** Lines that begin with a sign which Japanese keeps at the end of the line before. */
export const badLineStarts = `(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    for (let at = 1; at < node.data.length; at += 1) {
      if (!/[ー、。」』）？！っゃゅょッャュョ]/.test(node.data[at])) continue;
      const bottomOf = (n) => {
        range.setStart(node, n);
        range.setEnd(node, n + 1);
        return range.getClientRects()[0]?.bottom ?? 0;
      };
      if (bottomOf(at) > bottomOf(at - 1) + 4) found.push('begins a line: ' + node.data.slice(Math.max(0, at - 6), at + 6));
    }
  }
  return found;
})()`;

/** What reaches beyond the screen, and how far the page scrolls; empty: nothing does. */
export const beyondScreen = `(() => {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth <= innerWidth) return [];
  const outside = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > innerWidth + 1 || left < -1;
  });
  return [scrollWidth + ' of ' + clientWidth, ...outside.slice(-3).map((element) => element.outerHTML.slice(0, 200))];
})()`;
