/** The fields of a brand. */
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Fault } from '../../api/fault.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { Field, TextField } from '../forms/field.tsx';
import { Card } from '../page.tsx';
import { BrandColors } from './brand-colors.tsx';
import type { BrandDraft } from './brand-draft.ts';
import { PictureShelf } from './picture-shelf.tsx';
import { useUsualColors } from './usual-colors.ts';

const text = words.brand;
/** Dark colours that are left out are made of the light ones when a mail is made. */
const unknownColors = {};
/** Most links that the service keeps. */
const linksMost = 8;

interface BrandFormProps {
  readonly draft: BrandDraft;
  readonly fault: Fault | null;
  readonly onChange: (change: Partial<BrandDraft>) => void;
}

type TextName = 'name' | 'logoUrl' | 'darkLogoUrl' | 'fontFamily' | 'borderRadius' | 'supportUrl';

export function BrandForm({ draft, fault, onChange }: BrandFormProps): ReactNode {
  const usual = useUsualColors();
  const error = (path: string) => fault?.errors[path]?.[0] ?? null;
  const line = (name: TextName, more: { readonly placeholder?: string; readonly type?: string } = {}) => (
    <TextField
      label={text.fields[name]}
      error={error(name)}
      value={draft[name]}
      {...more}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  const lines = (name: 'address' | 'legalLine') => (
    <Field label={text.fields[name]} error={error(name)}>
      {(ids) => (
        <textarea
          rows={3}
          {...ids}
          aria-invalid={error(name) ? true : undefined}
          value={draft[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="workbench-side">
      <Card title={text.sender}>
        <div className="brand-fields">
          {line('name')}
          {line('logoUrl', { placeholder: 'https://' })}
          {line('darkLogoUrl', { placeholder: 'https://' })}
        </div>
      </Card>
      <PictureShelf onChoose={(field, url) => onChange({ [field]: url })} />
      {(['colors', 'darkColors'] as const).map((scheme) => (
        <BrandColors
          key={scheme}
          scheme={scheme}
          colors={draft[scheme]}
          usual={scheme === 'colors' ? usual : unknownColors}
          fault={fault}
          onChange={(colors) => onChange({ [scheme]: colors })}
        />
      ))}
      <Card title={text.type}>
        <div className="brand-fields">
          {line('fontFamily', { placeholder: 'Avenir, Helvetica, sans-serif' })}
          {line('borderRadius', { type: 'number' })}
        </div>
      </Card>
      <Card title={text.print}>
        <div className="brand-fields">
          {lines('address')}
          {line('supportUrl', { placeholder: 'https://' })}
          {lines('legalLine')}
          <SocialLinks draft={draft} fault={fault} onChange={onChange} />
        </div>
      </Card>
    </div>
  );
}

function SocialLinks({ draft: { socialLinks }, fault, onChange }: BrandFormProps): ReactNode {
  const change = (at: number, part: object) =>
    onChange({ socialLinks: socialLinks.map((link, n) => (n === at ? { ...link, ...part } : link)) });
  return (
    <>
      {socialLinks.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links are known by their place
        <div className="brand-link" key={at}>
          {(['name', 'url'] as const).map((name) => (
            <TextField
              key={name}
              label={text.link[name]}
              error={fault?.errors[`socialLinks.${at}.${name}`]?.[0] ?? null}
              value={link[name]}
              onChange={({ target }) => change(at, { [name]: target.value })}
            />
          ))}
          <Button
            kind="quiet"
            icon={Trash2}
            onClick={() => onChange({ socialLinks: socialLinks.filter((_link, n) => n !== at) })}
          >
            {text.removeLink}
          </Button>
        </div>
      ))}
      {socialLinks.length < linksMost && (
        <Button icon={Plus} onClick={() => onChange({ socialLinks: [...socialLinks, { name: '', url: 'https://' }] })}>
          {text.addLink}
        </Button>
      )}
    </>
  );
}
