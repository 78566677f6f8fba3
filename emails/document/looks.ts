/**
 * The three looks: whole themes over one scale (docs/rules.md#looks). A theme that names one has its values for every
 * key that is left out. A theme that names none has the defaults of its schema, so that stored templates keep theirs.
 */
import { RADIUS, SPACE } from './scale.ts';

export const lookNames = ['plain', 'warm', 'bold'] as const;
export type LookName = (typeof lookNames)[number];

const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const SERIF = "Georgia, 'Times New Roman', serif";

export const looks = {
  plain: {
    background_color: '#f4f4f5',
    surface_color: '#ffffff',
    text_color: '#18181b',
    muted_color: '#5c5c66',
    link_color: '#1d4ed8',
    primary_color: '#18181b',
    on_primary_color: '#ffffff',
    font_family: SANS,
    heading_weight: 600,
    border_radius: RADIUS.small,
    button_radius: RADIUS.small,
    spacing: SPACE.normal,
  },
  warm: {
    background_color: '#f5efe6',
    surface_color: '#fffdf8',
    text_color: '#2c211a',
    muted_color: '#6a5a4e',
    link_color: '#9a3b12',
    primary_color: '#a23f14',
    on_primary_color: '#ffffff',
    font_family: SANS,
    heading_font_family: SERIF,
    heading_weight: 700,
    heading_scale: 1.05,
    border_radius: RADIUS.medium,
    button_radius: RADIUS.medium,
    spacing: SPACE.normal,
  },
  bold: {
    background_color: '#ece6fa',
    surface_color: '#ffffff',
    text_color: '#1b1035',
    muted_color: '#5d5478',
    link_color: '#5b21b6',
    primary_color: '#5b21b6',
    on_primary_color: '#ffffff',
    font_family: SANS,
    heading_weight: 800,
    heading_scale: 1.2,
    border_radius: RADIUS.large,
    button_radius: RADIUS.round,
    spacing: SPACE.wide,
  },
} as const satisfies Readonly<Record<LookName, object>>;
