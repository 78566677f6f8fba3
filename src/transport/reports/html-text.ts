import { Tokenizer } from 'htmlparser2';

/** Tags after which a new line begins. */
const lineTags: ReadonlySet<string> = new Set(
  'address blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '),
);
/** Tags with invisible content. */
const hiddenTags: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title']);

/**
 * Returns the text of an HTML page, a line for each block: enough to find a server's reply. htmlparser2's tokenizer
 * reads every character once and keeps no stack of open tags, so hostile pages cost no more than others.
 */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let hiddenIn: string | null = null;
  const say = (piece: string) => {
    if (hiddenIn === null) pieces.push(piece);
  };
  const openTag = (name: string) => {
    // A body ends a head that was not closed.
    if (name === 'body') hiddenIn = null;
    if (hiddenIn === null && hiddenTags.has(name)) hiddenIn = name;
    // Some reports write an address in angle brackets without escaping them.
    else if (name.includes('@')) say(`<${name}>`);
    else say(lineTags.has(name) ? '\n' : ' ');
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => say(html.slice(start, end)),
      ontextentity: (codepoint) => say(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => openTag(html.slice(start, end).toLowerCase()),
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (hiddenIn === name) hiddenIn = null;
        else say(lineTags.has(name) ? '\n' : ' ');
      },
      oncdata: (start, end, offset) => say(html.slice(start, end - offset)),
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      onattribname: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('').replace(/\u00a0/g, ' ');
}
