/**
 * Characters by their name in HTML, as far as an address can have them: the marks of ASCII and the letters of Latin-1.
 */
const marks =
  'amp & commat @ period . lowbar _ UnderBar _ hyphen \u2010 dash \u2010 plus + num # percnt % equals = excl ! dollar $ ' +
  'apos \' quot " ast * midast * sol / bsol \\ quest ? Hat ^ grave ` lbrace { lcub { rbrace } rcub } vert | verbar | ' +
  'colon : semi ; comma , lpar ( rpar ) lt < gt > lsqb [ lbrack [ rsqb ] rbrack ]';

/** From U+00C0 on; of two without a letter the place is kept. */
const letters =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const firstLetter = 0xc0;

function pairs(): readonly (readonly [name: string, character: string])[] {
  const words = marks.split(' ');
  return [
    ...words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? ''] as const] : [])),
    ...letters.split(' ').map((name, at) => [name, String.fromCharCode(firstLetter + at)] as const),
  ];
}

export const namedCharacters: ReadonlyMap<string, string> = new Map(pairs());
