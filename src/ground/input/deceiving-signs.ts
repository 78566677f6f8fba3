/**
 * Signs that a reader does not see, and names that pose as an address (docs/rules.md#deceiving-signs). They are taken out
 * of subjects, display names and names of files, wherever no script and no emoji needs them.
 */

/** Characters that are invisible, or that change the order of others; interlinear annotations are both. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** Left-to-right, right-to-left and Arabic letter mark. */
const MARK = /[\u200e\u200f\u061c]/;
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Samr}\p{sc=Adlm}\p{sc=Rohg}]/u;

const JOINER = /[\u200c\u200d]/;
/** Scripts in which a joiner or non-joiner changes the form of the letter before it. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Mong}\p{scx=Phag}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Sund}\p{scx=Lana}]/u;

const PICTOGRAPH = /\p{Extended_Pictographic}/u;
/** What stands before the joiner of two emoji: an emoji, its skin or its style. */
const ENDS_PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const EMOJI_STYLE = /[\ufe0e\ufe0f]/;
const KEYCAP = '\u20e3';
const FLAG = '\u{1f3f4}';
/** The flag of a part of a country, such as Scotland, after a black flag: its code in tags, and their end. */
const FLAG_CODE = /[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{4,6}\u{e007f}/uy;

/** Variants of ideographs and of Burmese letters; of Mongolian letters, with their separator of vowels. */
const VARIANT = /[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u;
const HAS_VARIANTS = /[\p{sc=Han}\p{sc=Mymr}]/u;
const MONGOLIAN_VARIANT = /[\u180b-\u180f]/;
const MONGOLIAN = /\p{sc=Mong}/u;

/** Takes out every sign that is not seen and not needed. Idempotent. The text is read once. */
export function withoutDeceivingSigns(text: string): string {
  if (!UNSEEN.test(text)) return text;
  const runsLeft = RIGHT_TO_LEFT.test(text);
  let kept = '';
  let before = '';
  for (let at = 0; at < text.length; ) {
    const sign = characterAt(text, at);
    at += sign.length;
    if (UNSEEN.test(sign) && !isNeeded(sign, before, characterAt(text, at), runsLeft)) continue;
    kept += sign;
    before = sign;
    if (sign !== FLAG) continue;
    FLAG_CODE.lastIndex = at;
    const [code = ''] = FLAG_CODE.exec(text) ?? [];
    kept += code;
    at += code.length;
  }
  return kept;
}

/** @param before The character before `sign` that is kept. */
function isNeeded(sign: string, before: string, after: string, runsLeft: boolean): boolean {
  // A letter of such a script does to the order what a mark does, so beside letters a mark deceives nobody.
  if (MARK.test(sign)) return runsLeft && !MARK.test(before);
  if (JOINER.test(sign) && JOINING.test(before)) return true;
  if (sign === '\u200d') return ENDS_PICTOGRAPH.test(before) && PICTOGRAPH.test(after);
  if (EMOJI_STYLE.test(sign)) return PICTOGRAPH.test(before) || (/^[0-9#*]$/.test(before) && after === KEYCAP);
  if (VARIANT.test(sign)) return HAS_VARIANTS.test(before);
  return MONGOLIAN_VARIANT.test(sign) && MONGOLIAN.test(before);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Also in the forms that look like it: full width, and small. */
const AT_SIGN = /[@\uff20\ufe6b]/;
/** In a word with its compatible characters replaced; U+3002 is a dot to domains. */
const ADDRESS = /[^@]@[^@]*[.\u3002]\p{L}/u;
const SEEN = /[\p{L}\p{N}\p{So}]/u;

/**
 * Leaves out each word of a display name that holds an address: mail apps show the name alone, and the address of the
 * sender is another. Words of punctuation alone go with it at the ends. The sender's own address is left out as well;
 * apps show it where there is no name.
 */
export function withoutAddresses(name: string): string {
  if (!AT_SIGN.test(name)) return name;
  const words = name.split(/\s+/);
  const others = words.filter((word) => !ADDRESS.test(word.normalize('NFKC')));
  if (others.length === words.length) return name;
  const isSeen = (word: string) => SEEN.test(word);
  const first = others.findIndex(isSeen);
  return first < 0 ? '' : others.slice(first, others.findLastIndex(isSeen) + 1).join(' ');
}
