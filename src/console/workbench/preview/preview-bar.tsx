/** What the reader chooses about the preview: language, values, time zone, colours, width. */
import { FileText, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Option, SelectField } from '../../parts/forms/field.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { brief } from '../../parts/time-formats.ts';
import { readerZone } from '../../parts/zone.ts';
import { words } from '../../words.ts';
import { languageName } from '../translations/language-name.ts';
import { examplePrefix, nearestLocale, type RealPayload, type Values } from './values.ts';

const text = words.preview;
const zones: readonly Option[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => [zone, zone.replaceAll('_', ' ')],
);
/** Enough of an address to tell one payload from another, for whoever looks over a shoulder. */
const masked = (email: string) => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`;

interface PreviewBarProps {
  readonly values: Values;
  readonly locales: readonly string[];
  readonly payloads: readonly RealPayload[];
  /** Names; the first is what the service takes without a choice. */
  readonly examples: readonly string[];
  readonly onChange: (change: Partial<Values>) => void;
  /** Called when the reader wants to write the payload. */
  readonly onWrite: () => void;
}

export function PreviewBar({ values, locales, payloads, examples, onChange, onWrite }: PreviewBarProps): ReactNode {
  const pickSource = (source: string) => {
    const real = payloads[Number(source)];
    if (source === 'own') onWrite();
    // A real mail has the language and the time zone of its recipient.
    onChange(
      real
        ? { source, timezone: real.timezone, locale: nearestLocale(real.locale, locales) ?? locales[0] ?? '' }
        : { source },
    );
  };
  const [first = text.sample, ...others] = examples;
  const sources: readonly Option[] = [
    ['sample', first],
    ...others.map((name): Option => [`${examplePrefix}${name}`, name]),
    ...payloads.map(
      ({ contact, event }, place): Option => [
        String(place),
        text.real(
          contact ? masked(contact.email) : text.nobody,
          event ? brief(new Date(event.createdAt), readerZone) : '',
        ),
      ],
    ),
    ['own', text.own],
  ];
  return (
    <div className="preview-bar">
      <SelectField
        label={text.language}
        value={values.locale}
        options={locales.map((locale) => [locale, [locale, languageName(locale)].filter(Boolean).join(' · ')])}
        onChange={({ target }) => onChange({ locale: target.value })}
      />
      <SelectField
        label={text.values}
        value={values.source}
        options={sources}
        onChange={({ target }) => pickSource(target.value)}
      />
      <SelectField
        label={text.timezone}
        value={values.timezone}
        options={
          zones.some(([zone]) => zone === values.timezone) ? zones : [[values.timezone, values.timezone], ...zones]
        }
        onChange={({ target }) => onChange({ timezone: target.value })}
      />
      <div className="preview-switches">
        <Switch
          label={text.width}
          value={values.width}
          options={[
            ['wide', text.wide, Monitor],
            ['phone', text.phone, Smartphone],
          ]}
          onPick={(width) => onChange({ width, view: 'html' })}
        />
        <Switch
          label={text.colors}
          value={values.scheme}
          options={[
            ['light', text.light, Sun],
            ['dark', text.dark, Moon],
          ]}
          onPick={(scheme) => onChange({ scheme, view: 'html' })}
        />
        <Switch
          label={text.view}
          value={values.view}
          options={[
            ['html', text.html, Monitor],
            ['text', text.plain, FileText],
          ]}
          onPick={(view) => onChange({ view })}
          named
        />
      </div>
    </div>
  );
}
