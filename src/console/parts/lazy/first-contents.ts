/**
 * When the first contents of a visit are there. What a page does without until then waits for them: the font
 * (shell/font.ts) and the parts that a reader may want at any moment (lazy-part.tsx; docs/rules.md#console-first-rows).
 */

/** How often it is looked whether the first contents are there; milliseconds. */
const lookEvery = 250;

let contents: Promise<void> | null = null;

/** Resolves once a page is there and nothing on it waits for data. */
export function firstContents(): Promise<void> {
  contents ??= new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!hasContents()) return;
      clearInterval(timer);
      resolve();
    }, lookEvery);
  });
  return contents;
}

function hasContents(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('.skeleton, .first-frame') === null;
}
