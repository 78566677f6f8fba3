import { htmlBytesMax, type TemplateTrial } from './trials/try-template.ts';

/** A defect of a template that does not prevent its save. */
export interface TemplateWarning {
  readonly code: 'OUTPUT_TOO_LARGE' | 'FALLS_BACK' | 'NOT_TRIED' | 'ANSWERS_LOST';
  readonly locale: string;
  /** For people; may change. */
  readonly message: string;
}

export function templateWarnings({ locales, untried, lostAnswers }: TemplateTrial): readonly TemplateWarning[] {
  const warnings = locales.flatMap(({ locale, payloads, fallingBack, tags, htmlBytes }): readonly TemplateWarning[] => [
    ...(htmlBytes > htmlBytesMax
      ? [
          {
            code: 'OUTPUT_TOO_LARGE',
            locale,
            message: `The HTML has ${htmlBytes} bytes. Beyond ${htmlBytesMax} Gmail cuts a mail off.`,
          } as const,
        ]
      : []),
    ...(fallingBack > 0
      ? [
          {
            code: 'FALLS_BACK',
            locale,
            message: `${fallingBack} of the last ${payloads} payloads would fall back on ${tags.map(({ tag }) => tag).join(', ')}.`,
          } as const,
        ]
      : []),
  ]);
  return [
    ...warnings,
    ...untried.map((locale) => ({
      code: 'NOT_TRIED' as const,
      locale,
      message: 'The template or its payloads are too large to be tried in full in this language.',
    })),
    ...(lostAnswers?.locales ?? []).map((locale) => ({
      code: 'ANSWERS_LOST' as const,
      locale,
      message: `A text asks for answers, but there is no Reply-To, and no mail exchanger takes mail for ${lostAnswers?.domain}.`,
    })),
  ];
}
