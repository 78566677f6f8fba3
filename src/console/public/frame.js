// Shows the mail that the console sends, in a frame without script, forms or navigation. This page has an origin of its
// own and a policy that loads pictures of the service alone, so a mail reaches neither the console nor another network.
// A mail that goes on below says so, also where scroll bars hide themselves.
const bar =
  '<style>html::-webkit-scrollbar{width:11px}html::-webkit-scrollbar-thumb{border:3px solid transparent;border-radius:6px;background:#888c content-box}</style>';

addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', '');
  frame.title = String(data.title);
  const isDark = data.scheme === 'dark';
  frame.style.colorScheme = isDark ? 'dark' : 'light';
  // The mail asks for the reader's choice, which this frame would answer with that of the system.
  frame.srcdoc = data.html
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, isDark ? '(min-width: 0)' : '(max-width: 0)')
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/g, isDark ? '(max-width: 0)' : '(min-width: 0)')
    .concat(bar);
  document.querySelector('iframe')?.remove();
  document.body.append(frame);
});
parent.postMessage('ready', '*');
