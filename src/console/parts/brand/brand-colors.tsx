/** The colours of one scheme: each with how well it is read, beside a sheet that has them all. */
import type { ReactNode } from 'react';
import type { Fault } from '../../api/fault.ts';
import { words } from '../../words.ts';
import { ColorField } from '../../workbench/blocks/color-field.tsx';
import { Card } from '../page.tsx';
import { type ColorName, colorNames } from './brand-draft.ts';
import { contrastIn, type KnownColors } from './contrast.ts';

const text = words.brand;

interface BrandColorsProps {
  readonly scheme: 'colors' | 'darkColors';
  readonly colors: KnownColors;
  /** Colours of mails for what is left out, where they are known. */
  readonly usual: KnownColors;
  readonly fault: Fault | null;
  readonly onChange: (colors: KnownColors) => void;
}

export function BrandColors({ scheme, colors, usual, fault, onChange }: BrandColorsProps): ReactNode {
  const shown = Object.fromEntries(colorNames.map((name) => [name, colors[name] || usual[name] || null]));
  return (
    <Card title={text[scheme]} hint={text.schemeHints[scheme]}>
      <Sheet colors={shown} />
      <div className="brand-fields" data-pairs>
        {colorNames.map((name) => (
          <div className="brand-color" key={name}>
            <ColorField
              label={text.colorNames[name]}
              hint=""
              error={fault?.errors[`${scheme}.${name}`]?.[0] ?? null}
              value={colors[name]}
              fallback={usual[name] ?? null}
              onChange={(value) => onChange({ ...colors, [name]: value ?? null })}
            />
            <ContrastFigure colors={shown} name={name} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function ContrastFigure({ colors, name }: { readonly colors: KnownColors; readonly name: ColorName }): ReactNode {
  const found = contrastIn(colors, name);
  if (found === null) return null;
  const { ratio, least, paper, ink, ground } = found;
  return (
    <p className="contrast" data-tone={ratio < least ? 'bad' : 'good'}>
      <span className="contrast-sample" style={{ color: ink, background: ground }} aria-hidden>
        Aa
      </span>
      <strong>{text.contrast(ratio)}</strong>
      <span className="hint">
        {text.papers[paper]}
        {ratio < least && `, ${text.contrastNeeds(least)}`}
      </span>
    </p>
  );
}

/** The colours as they lie on each other in a mail; nothing where the papers are not known. */
function Sheet({ colors }: { readonly colors: KnownColors }): ReactNode {
  const { background, surface, text: ink, muted, link, primary, onPrimary } = colors;
  if (!background || !surface || !ink) return null;
  return (
    <div className="brand-ground" style={{ background }} aria-hidden>
      <div className="brand-sheet" style={{ background: surface, color: ink }}>
        <b>{text.sample.heading}</b>
        <span>
          {text.sample.text} {link && <u style={{ color: link }}>{text.colorNames.link}</u>}
        </span>
        {primary && (
          <span className="brand-button" style={{ background: primary, color: onPrimary ?? surface }}>
            {text.sample.button}
          </span>
        )}
        {muted && <small style={{ color: muted }}>{text.colorNames.muted}</small>}
      </div>
    </div>
  );
}
