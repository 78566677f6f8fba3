/** The brand: what a platform is called and looks like in its mails. */
import { deleteBrand } from '../src/brand/delete-brand.ts';
import { findBrand } from '../src/brand/find-brand.ts';
import { type Brand, brandedStarters, previewBrand, type StarterName } from '../src/brand/preview-brand.ts';
import type { SavedBrand } from '../src/brand/read-brand.ts';
import { saveBrand } from '../src/brand/save-brand.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { withinAnswer } from './within-answer.ts';

type Colors = NonNullable<Brand['colors']>;
type SocialLink = NonNullable<Brand['social_links']>[number];

const colors = {
  background: ['background', 'Colour around the mail, of tinted sections and of code boxes.'],
  surface: ['surface', 'Colour behind the content.'],
  text: ['text', 'Colour of running text and headings.'],
  muted: ['muted', 'Colour of muted text and of the footer.'],
  link: ['link', 'Colour of links in running text.'],
  primary: ['primary', 'Background of primary buttons.'],
  onPrimary: ['on_primary', 'Colour of the label of primary buttons.'],
} as const satisfies Readonly<Record<string, readonly [keyof Colors, string]>>;

const BrandColors = builder.objectRef<Colors>('BrandColors').implement({
  description: 'Colours such as #1a2b3c; null where the theme of a template decides.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(colors).map(([name, [key, description]]) => [
        name,
        t.string({ nullable: true, description, resolve: (given) => given[key] ?? null }),
      ]),
    ),
});

const BrandSocialLink = builder.objectRef<SocialLink>('BrandSocialLink').implement({
  description: "A page of the platform's elsewhere.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the network, such as Mastodon.' }),
    url: t.exposeString('url', { description: 'Page that the link leads to, https.' }),
  }),
});

const BrandRef = builder.objectRef<SavedBrand>('Brand').implement({
  description: 'Name, look and small print of a platform, kept once for all its templates.',
  fields: (t) => ({
    name: t.string({
      description: 'Sender as templates call it, the merge tag `brand.name`.',
      resolve: ({ brand }) => brand.name,
    }),
    logoUrl: t.string({
      nullable: true,
      description: 'Picture that stands for the sender, the merge tag `brand.logo_url`.',
      resolve: ({ brand }) => brand.logo_url ?? null,
    }),
    darkLogoUrl: t.string({
      nullable: true,
      description: 'Picture for dark mode, the merge tag `brand.dark_logo_url`.',
      resolve: ({ brand }) => brand.dark_logo_url ?? null,
    }),
    colors: t.field({
      type: BrandColors,
      description: 'Colours of themes with `brand`, where the theme names none.',
      resolve: ({ brand }) => brand.colors ?? {},
    }),
    darkColors: t.field({
      type: BrandColors,
      description: 'The same for dark mode; null where the colour is made of the light one.',
      resolve: ({ brand }) => brand.dark_colors ?? {},
    }),
    fontFamily: t.string({
      nullable: true,
      description: 'Font families in order of preference, separated by commas.',
      resolve: ({ brand }) => brand.font_family ?? null,
    }),
    borderRadius: t.float({
      nullable: true,
      description: 'Radius of the corners of buttons and frames, in pixels.',
      resolve: ({ brand }) => brand.border_radius ?? null,
    }),
    address: t.string({
      nullable: true,
      description: 'Postal address, the merge tag `brand.address`; may have several lines.',
      resolve: ({ brand }) => brand.address ?? null,
    }),
    supportUrl: t.string({
      nullable: true,
      description: 'Page or mailbox where people find help, the merge tag `brand.support_url`: https or mailto.',
      resolve: ({ brand }) => brand.support_url ?? null,
    }),
    socialLinks: t.field({
      type: [BrandSocialLink],
      description: 'Pages elsewhere, a list for repeats: `brand.social_links`.',
      resolve: ({ brand }) => brand.social_links ?? [],
    }),
    legalLine: t.string({
      nullable: true,
      description: 'Small print such as a register number, the merge tag `brand.legal_line`.',
      resolve: ({ brand }) => brand.legal_line ?? null,
    }),
    version: t.exposeInt('version', { description: 'Counts the changes of the brand, from 1.' }),
    updatedAt: t.expose('savedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

builder.queryField('brand', (t) =>
  t.field({
    type: BrandRef,
    description: 'Reads the brand of the platform; not_found when it has none.',
    resolve: (_root, _args, viewer) => findBrand(tenant(viewer)),
  }),
);

const BrandColorsInput = builder.inputType('BrandColorsInput', {
  description: 'Colours as #rgb or #rrggbb.',
  fields: (t) =>
    Object.fromEntries(Object.entries(colors).map(([name, [, description]]) => [name, t.string({ description })])),
});

const BrandSocialLinkInput = builder.inputType('BrandSocialLinkInput', {
  description: "A page of the platform's elsewhere.",
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the network; at most 128 characters.' }),
    url: t.string({ required: true, description: 'An https URL of at most 2,048 characters.' }),
  }),
});

const BrandSaveInput = builder.inputType('BrandSaveInput', {
  description: 'The whole brand: what is left out is not kept.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the sender; one line of at most 128 characters.' }),
    logoUrl: t.string({ description: 'Address of the logo, an https URL of at most 2,048 characters.' }),
    darkLogoUrl: t.string({ description: 'Address of the logo for dark mode, https.' }),
    colors: t.field({ type: BrandColorsInput, description: 'Colours in light mode.' }),
    darkColors: t.field({
      type: BrandColorsInput,
      description: 'Colours in dark mode; those that are left out are made of the light ones.',
    }),
    fontFamily: t.string({ description: 'Font families, separated by commas; at most 200 characters.' }),
    borderRadius: t.float({ description: 'Radius of the corners of buttons and frames, 0 to 100 pixels.' }),
    address: t.string({ description: 'Postal address; at most 500 characters, in lines as wanted.' }),
    supportUrl: t.string({ description: 'An https URL or a mailto link of at most 2,048 characters.' }),
    socialLinks: t.field({ type: [BrandSocialLinkInput], description: 'At most 8 pages elsewhere.' }),
    legalLine: t.string({ description: 'Small print; at most 500 characters.' }),
  }),
});

const BrandSavePayload = builder.objectRef<{ readonly created: boolean }>('BrandSavePayload').implement({
  description: 'The saved brand, and whether the platform had none before.',
  fields: (t) => ({
    created: t.exposeBoolean('created', { description: 'Whether the platform had none before.' }),
    brand: t.field({
      type: BrandRef,
      description: 'Name, look and small print as they are now.',
      resolve: (_payload, _args, viewer) => findBrand(tenant(viewer)),
    }),
  }),
});

builder.mutationField('brandSave', (t) =>
  t.field({
    type: BrandSavePayload,
    description:
      'Saves the brand of the platform as a whole. Mails of later emits have it, without a save of their templates. Errors: validation_failed, also where colours have too little contrast.',
    args: { input: t.arg({ type: BrandSaveInput, required: true, description: 'Name, links, look and small print.' }) },
    resolve: (_root, { input }, viewer) => saveBrand(tenant(viewer), input),
  }),
);

const BrandDeletePayload = builder.objectRef<{ readonly platformId: string }>('BrandDeletePayload').implement({
  description: 'The platform that has no brand any more.',
  fields: (t) => ({
    deletedBrandPlatformId: t.exposeID('platformId', {
      description: 'The platform whose mails have no brand from now on.',
    }),
  }),
});

builder.mutationField('brandDelete', (t) =>
  t.field({
    type: BrandDeletePayload,
    description:
      'Deletes the brand of the platform. Mails of later emits have none: a theme with `brand` takes its look, and tags of the brand fall back. Mails of before keep theirs. Errors: not_found.',
    resolve: async (_root, _args, viewer) => ({ platformId: await deleteBrand(tenant(viewer)) }),
  }),
);

const starterSentences: Readonly<Record<StarterName, string>> = {
  invitation: 'Somebody is asked to join a team.',
  'magic-link': 'A link signs the reader in.',
  'new-sign-in': 'An account was used on a new device.',
  'one-time-code': 'A code of six digits in boxes.',
  'password-reset': 'A link leads to a new password.',
  'payment-failed': 'A card was declined.',
  receipt: 'Products, totals and tax of an order.',
  shipping: 'A parcel is on its way, with its steps.',
  'trial-ending': 'Days that are left before a plan must be chosen.',
  'verify-address': 'A button confirms the mailbox.',
  'weekly-digest': 'Key figures and what happened in seven days.',
  welcome: 'First steps after somebody signed up.',
};

const StarterEnum = builder.enumType('StarterName', {
  description: 'Example mails to start from.',
  values: Object.fromEntries(
    brandedStarters.map((name) => [name.replaceAll('-', '_'), { value: name, description: starterSentences[name] }]),
  ),
});

const BrandPreview = builder
  .objectRef<{ readonly subject: string; readonly html: string; readonly text: string }>('BrandPreview')
  .implement({
    description: 'A starter with a brand; a mail that is not sent.',
    fields: (t) => ({
      subject: t.exposeString('subject', { description: 'Rendered subject line.' }),
      html: t.exposeString('html', { description: 'Rendered body as a whole HTML document.' }),
      text: t.exposeString('text', { description: 'The plain text part.' }),
    }),
  });

builder.queryField('brandPreview', (t) =>
  t.field({
    type: BrandPreview,
    complexity: workCost.templatePreview,
    description:
      'Renders a starter with a brand that need not be saved. Rejects what brandSave rejects. Costs as much as 2,000 fields.',
    args: {
      input: t.arg({
        type: BrandSaveInput,
        required: true,
        description: 'Name, look and small print to show, which are checked as a save checks them.',
      }),
      starter: t.arg({ type: StarterEnum, required: true, description: 'The mail to show it in.' }),
    },
    resolve: (_root, { input, starter }, viewer) =>
      withinAnswer(viewer, () => previewBrand(tenant(viewer), { input, starter })),
  }),
);
