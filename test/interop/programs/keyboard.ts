/** What of a page the Tab key does not reach, or reaches without a sign of it. */
import type { Page } from 'playwright-core';

/** Presses for each control of a page: editors and frames have further stops of their own. */
const pressesAControl = 4;
/** Presses between two looks at what is still missing. */
const pressesALook = 10;

/** Notes the visible controls of the page, and those that get the focus. */
const begin = `(() => {
  const natural = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const roles = ['button', 'link', 'tab', 'menuitem', 'checkbox', 'radio', 'switch', 'combobox', 'textbox'];
  const selector = [natural, ...roles.map((role) => '[role=' + role + ']')].join(', ');
  const isShown = (control) =>
    control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0 &&
    !control.disabled && !control.closest('[inert], [aria-hidden=true]');
  // Of a group that arrow keys walk, Tab stops at one.
  const isWalked = (control) =>
    control.matches('[type=radio]') ? !control.checked :
    control.tabIndex < 0 && control.closest('[role=tablist], [role=radiogroup], [role=group], [role=toolbar]') !== null;
  const hasSign = (control) => {
    for (let at = control, up = 0; at && up < 3; at = at.parentElement, up += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    }
    return false;
  };
  const controls = [...document.querySelectorAll(selector)].filter((one) => isShown(one) && !isWalked(one));
  const seen = new Set();
  const unsigned = new Set();
  const noticed = ({ target }) => {
    seen.add(target);
    // CodeMirror shows a caret.
    if (!target.isContentEditable && target.tagName !== 'IFRAME' && !hasSign(target)) unsigned.add(target);
  };
  document.addEventListener('focusin', noticed);
  const shortly = (control) => control.outerHTML.slice(0, 160);
  window.keyboardWay = {
    count: controls.length,
    missing: () => controls.filter((one) => one.isConnected && !seen.has(one)).map(shortly),
    unsigned: () => [...unsigned].map(shortly),
    end: () => document.removeEventListener('focusin', noticed),
  };
  document.activeElement?.blur();
  return controls.length;
})()`;

/** Presses Tab from the beginning of the page until each control has had the focus; returns what is wrong. */
export async function keyboardFaults(page: Page): Promise<readonly string[]> {
  const controls = Number(await page.evaluate(begin));
  if (controls === 0) return ['The page has no control'];
  let missing: readonly string[] = [];
  for (let presses = 0; presses < controls * pressesAControl; presses += pressesALook) {
    // The browser takes them in order; to wait for each would take most of the time.
    await Promise.all(Array.from({ length: pressesALook }, () => page.keyboard.press('Tab')));
    missing = (await page.evaluate('keyboardWay.missing()')) as readonly string[];
    if (missing.length === 0) break;
  }
  const unsigned = (await page.evaluate('keyboardWay.unsigned()')) as readonly string[];
  await page.evaluate('keyboardWay.end()');
  return [...missing.map((html) => `not reached: ${html}`), ...unsigned.map((html) => `no sign of focus: ${html}`)];
}
