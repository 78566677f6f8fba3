/**
 * What stands for a picture that a frame does not load, since it is of another place than the service's
 * (docs/rules.md#console-mail): a grey field with a sign, as large as the mail makes the picture, and no broken one.
 */

const drawing = (attributes: string, inside = '') =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' ${attributes}>${inside}</svg>`)}")`;

/** Nothing is drawn but the ground and the sign. */
const field = drawing("width='3' height='2' viewBox='0 0 3 2'");
const sign = drawing(
  "width='24' height='24' fill='none' stroke='#888' stroke-width='1.5'",
  "<rect x='3' y='4' width='18' height='16' rx='2'/><circle cx='9' cy='10' r='2'/><path d='m4 19 6-5 3 2 4-5 4 5'/>",
);

/** To be added to the mail. */
export const absentPictures = `<style>img[src^="http"]:not([src*="/pictures/"]){content:${field};background:#8882 ${sign} center/auto no-repeat!important}</style>`;
