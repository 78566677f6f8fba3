// Shows the mail that the console sends, in a frame without script, forms or navigation. This page has an origin of its
// own and a policy that loads nothing, so a mail reaches neither the console nor the network.
addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', '');
  frame.title = String(data.title);
  frame.style.colorScheme = data.scheme === 'dark' ? 'dark' : 'light';
  frame.srcdoc = data.html;
  document.querySelector('iframe')?.remove();
  document.body.append(frame);
});
parent.postMessage('ready', '*');
