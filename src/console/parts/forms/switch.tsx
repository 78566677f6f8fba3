/** A choice between a few things, each with a sign: radio buttons side by side. */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SwitchProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string, icon: LucideIcon])[];
  readonly onPick: (value: Value) => void;
  /** Whether names are shown instead of signs. */
  readonly named?: boolean;
}

export function Switch<Value extends string>(props: SwitchProps<Value>): ReactNode {
  const { label, value, options, onPick, named = false } = props;
  const name = useId();
  return (
    <fieldset className="switch">
      <legend className="unseen">{label}</legend>
      {options.map(([option, title, Icon]) => (
        <label key={option} title={title}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option === value}
            onChange={() => onPick(option)}
          />
          {named ? title : <Icon size={15} aria-hidden />}
          {!named && <span className="unseen">{title}</span>}
        </label>
      ))}
    </fieldset>
  );
}
