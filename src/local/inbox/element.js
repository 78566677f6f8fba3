/** An element with its attributes and children; text is never read as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that is on or off; `change` is called with true or false. */
export function toggle(label, { pressed, change, ...attributes }) {
  const button = element(
    'button',
    {
      type: 'button',
      ...attributes,
      'aria-pressed': String(pressed),
      onclick() {
        const on = button.getAttribute('aria-pressed') !== 'true';
        button.setAttribute('aria-pressed', String(on));
        change(on);
      },
    },
    label,
  );
  return button;
}
