/** The keys of the console, and the switch of the single ones. */
import { type ReactNode, useState } from 'react';
import { ShowDialog } from '../parts/dialogs/dialog.tsx';
import { words } from '../words.ts';
import { areSingleKeysOn, findKeys, setSingleKeys } from './key-names.ts';

const text = words.keySheet;

export function KeySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
    [[findKeys, '/'], text.find],
    [['j', 'k'], text.move],
    [['Enter'], text.open],
    [[text.space], text.peek],
    [['Esc'], text.close],
    [['?'], text.help],
  ];
  return (
    <ShowDialog open onClose={onClose} title={text.title}>
      <dl className="key-sheet">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
        {text.single}
      </label>
      <p className="hint">{text.singleHint}</p>
    </ShowDialog>
  );
}
