/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A postal address with a label above it. */
export type AddressBlockInput = {
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Words above the address, such as Ships to. */
  readonly label?: string | null | undefined;
  /** Lines of the address; line breaks of values are kept. */
  readonly lines: string;
};

/** Input of apiKeyCreate. A platform may have several live keys, for example during a rotation. */
export type ApiKeyCreateInput = {
  /** Expiry, not after that of the key which makes this one. Omitted: the same, or none for the operator. */
  readonly expiresAt?: string | null | undefined;
  /** A label for people; at most 128 characters. */
  readonly name: string;
  /** Id from platformCreate or the list of platforms; not_found otherwise. Omitted: the platform of the request. */
  readonly platformId?: string | null | undefined;
  /** Rights of the new key, which never change. A key grants no scope that it lacks. Omitted: all scopes of the sender but `keys`. */
  readonly scopes?: ReadonlyArray<ApiKeyScope> | null | undefined;
  /** Id of the only workspace of the new key, or ref:<reference>. Omitted: all workspaces. */
  readonly workspace?: string | null | undefined;
};

/** A revocation cannot be undone. */
export type ApiKeyRevokeInput = {
  /** Id of a key of the platform; for the operator of any platform. */
  readonly id: string;
};

/** One right of an API key. Each field that needs one says so. */
export type ApiKeyScope =
  /** Together with `manage` creates, renames, expires and revokes keys. Granted only by name. */
  | 'keys'
  /** Changes settings: workspaces, templates, endpoints, the sending domain. Lists keys. */
  | 'manage'
  /** Shows addresses, contacts, payloads, contents and suppressions. */
  | 'people'
  /** Shows states, counts and settings, without addresses or contents. */
  | 'read'
  /** Sends a message again that did not arrive, as keys with `send` and `manage` may too. Granted only by name. */
  | 'resend'
  /** Emits events; with `people` also writes contacts and erases people. */
  | 'send';

/** Input of apiKeyUpdate; omitted fields keep their values. */
export type ApiKeyUpdateInput = {
  /** The new expiry, in the future; null removes the expiry. */
  readonly expiresAt?: string | null | undefined;
  /** Id of a key of the platform; for the operator of any platform. */
  readonly id: string;
  /** A label for people; at most 128 characters. */
  readonly name?: string | null | undefined;
};

/** Defines one attribute for contacts of every workspace. */
export type AttributeDefinitionCreateInput = {
  /** 1 to 64 lower-case letters, digits or "_"; unique on the platform. */
  readonly key: string;
  /** A label for people; at most 128 characters. */
  readonly name: string;
  /** Whether every new contact must have a value; false when left out. */
  readonly required?: boolean | null | undefined;
  /** Type of the values; cannot change later. */
  readonly type: AttributeType;
};

/** Input of attributeDefinitionUpdate. Only the label can change. */
export type AttributeDefinitionUpdateInput = {
  /** A label for people; at most 128 characters. */
  readonly name: string;
};

/** Type of the values; other values are rejected with validation_failed. */
export type AttributeType =
  /** True or false. */
  | 'boolean'
  /** A day, such as 2026-01-31. */
  | 'date'
  /** A finite JSON number, not a string of digits. */
  | 'number'
  /** Any text within the size limit of contact attributes. */
  | 'string';

/** Conditions for entries, all of which must hold. */
export type AuditFilter = {
  /** Only changes with the key of this id. */
  readonly apiKey?: string | null | undefined;
  /** true: only changes by the operator; false: only changes with keys. */
  readonly byOperator?: boolean | null | undefined;
  /** Only changes of this time or later. */
  readonly from?: string | null | undefined;
  /** Only changes of the object with this id or name. */
  readonly object?: string | null | undefined;
  /** Name of a mutation, such as apiKeyRevoke. */
  readonly operation?: string | null | undefined;
  /** Only changes before this time. */
  readonly until?: string | null | undefined;
};

/** A person: a round picture, with the name and a line of text beside it. */
export type AvatarBlockInput = {
  /** Target of a link on the name; none by default. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Address of a square picture, https; or cid: and the content_id of an attachment. */
  readonly image: string;
  /** Width and height of the picture, in pixels. */
  readonly imageSize?: number | null | undefined;
  /** Words beside the picture in bold, such as Grace Hopper. */
  readonly name: string;
  /** Words below the name, such as invited you to Acme; none by default. */
  readonly text?: string | null | undefined;
};

/** Kind of a bounce. Only a hard bounce suppresses the address. */
export type BounceKind =
  /** The address itself cannot receive. */
  | 'hard'
  /** The mail was rejected for another reason than the address, such as content or policy. */
  | 'soft';

/** Colours as #rgb or #rrggbb. */
export type BrandColorsInput = {
  /** Colour around the mail, of tinted sections and of code boxes. */
  readonly background?: string | null | undefined;
  /** Colour of links in running text. */
  readonly link?: string | null | undefined;
  /** Colour of muted text and of the footer. */
  readonly muted?: string | null | undefined;
  /** Colour of the label of primary buttons. */
  readonly onPrimary?: string | null | undefined;
  /** Background of primary buttons. */
  readonly primary?: string | null | undefined;
  /** Colour behind the content. */
  readonly surface?: string | null | undefined;
  /** Colour of running text and headings. */
  readonly text?: string | null | undefined;
};

/** The whole brand: what is left out is not kept. */
export type BrandSaveInput = {
  /** Postal address; at most 500 characters, in lines as wanted. */
  readonly address?: string | null | undefined;
  /** Radius of the corners of buttons and frames, 0 to 100 pixels. */
  readonly borderRadius?: number | null | undefined;
  /** Colours in light mode. */
  readonly colors?: BrandColorsInput | null | undefined;
  /** Colours in dark mode; those that are left out are made of the light ones. */
  readonly darkColors?: BrandColorsInput | null | undefined;
  /** Address of the logo for dark mode, https. */
  readonly darkLogoUrl?: string | null | undefined;
  /** Font families, separated by commas; at most 200 characters. */
  readonly fontFamily?: string | null | undefined;
  /** Small print; at most 500 characters. */
  readonly legalLine?: string | null | undefined;
  /** Address of the logo, an https URL of at most 2,048 characters. */
  readonly logoUrl?: string | null | undefined;
  /** Name of the sender; one line of at most 128 characters. */
  readonly name: string;
  /** At most 8 pages elsewhere. */
  readonly socialLinks?: ReadonlyArray<BrandSocialLinkInput> | null | undefined;
  /** An https URL or a mailto link of at most 2,048 characters. */
  readonly supportUrl?: string | null | undefined;
};

/** A page of the platform's elsewhere. */
export type BrandSocialLinkInput = {
  /** Name of the network; at most 128 characters. */
  readonly name: string;
  /** An https URL of at most 2,048 characters. */
  readonly url: string;
};

/** A link that looks like a button. */
export type ButtonBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Whether the button is as wide as its place. */
  readonly fullWidth?: boolean | null | undefined;
  /** Target of the link: http, https, mailto or tel. */
  readonly href: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Words on the button, such as Track the parcel. */
  readonly label: string;
  /** Whether the button is filled or has a border alone. */
  readonly variant?: CompositionVariant | null | undefined;
};

/** An appointment, with a calendar file (.ics) that the mail brings along. */
export type CalendarBlockInput = {
  /** More for the calendar alone, such as what to bring; none by default. */
  readonly details?: string | null | undefined;
  /** When it ends, or the last day; by default calendars know the beginning alone. */
  readonly ends?: string | null | undefined;
  /** Target of a link on the title, such as the booking; none by default. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Place of the appointment, such as 12 Harbour Street; none by default. */
  readonly location?: string | null | undefined;
  /** When it begins, for calendars: {{ event.starts_at }}, of a date or a datetime field. */
  readonly starts: string;
  /** Name of the appointment, such as Your table at The Harbour. */
  readonly title: string;
  /** The time for readers, such as {{ event.starts_at | datetime: "long" }}. */
  readonly when: string;
};

/** A one-time code in large letters. */
export type CodeBlockInput = {
  /** Whether each character of a code of up to 12 has a box of its own. */
  readonly boxed?: boolean | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** The code, usually one merge tag. */
  readonly text: string;
};

/** Blocks side by side, in one to four columns. */
export type ColumnsBlockInput = {
  /** One to four columns side by side. */
  readonly columns: ReadonlyArray<CompositionColumnInput>;
  /** Space between the columns, in pixels. */
  readonly gap?: number | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Whether narrow screens show the columns below each other. */
  readonly stackOnMobile?: boolean | null | undefined;
};

/** Side of the line; `start` and `end` follow the direction of the language. */
export type CompositionAlign =
  /** Places the content at the center side or edge. */
  | 'center'
  /** The side on which lines of the language end. */
  | 'end'
  /** Places the content at the left side or edge. */
  | 'left'
  /** Places the content at the right side or edge. */
  | 'right'
  /** The side on which lines of the language begin. */
  | 'start';

/** Contents of a block beside its attributes. */
export type CompositionBlockHolds =
  /** Further blocks, from top to bottom. */
  | 'children'
  /** Objects {id, width, attrs, children} in `columns`. */
  | 'columns'
  /** Attributes alone. */
  | 'nothing';

/** A block: exactly one member, named like the type of the block. At most 500 blocks in 8 levels. */
export type CompositionBlockInput =
  {   /** A postal address with a label above it. */
  readonly address: AddressBlockInput; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never;   /** A person: a round picture, with the name and a line of text beside it. */
  readonly avatar: AvatarBlockInput; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never;   /** A link that looks like a button. */
  readonly button: ButtonBlockInput; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never;   /** An appointment, with a calendar file (.ics) that the mail brings along. */
  readonly calendar: CalendarBlockInput; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never;   /** A one-time code in large letters. */
  readonly code: CodeBlockInput; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never;   /** Blocks side by side, in one to four columns. */
  readonly columns: ColumnsBlockInput; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never;   /** Blocks that are shown only when a variable has a value, or a certain value. */
  readonly condition: ConditionBlockInput; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never;   /** A discount with the code to type, in a dashed frame. */
  readonly coupon: CouponBlockInput; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never;   /** A horizontal line. */
  readonly divider: DividerBlockInput; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never;   /** The address of a button as text, for readers whose button does not work. */
  readonly fallback: FallbackBlockInput; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never;   /** One to four key figures side by side, each with its label. */
  readonly figures: FiguresBlockInput; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never;   /** Small print, followed by the unsubscribe link where the template reads it. */
  readonly footer: FooterBlockInput; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never;   /** The name or the logo of the sender, with up to four links beside it. */
  readonly header: HeaderBlockInput; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never;   /** A heading of one of four levels. */
  readonly heading: HeadingBlockInput; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never;   /** A picture as wide as the mail, from edge to edge, with words and a button under it or over it. */
  readonly hero: HeroBlockInput; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never;   /** HTML of your own, sanitised. */
  readonly html: HtmlBlockInput; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never;   /** One to six rows of a small picture with a title and a sentence beside it. */
  readonly icons: IconsBlockInput; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never;   /** A picture, with a link if wanted. */
  readonly image: ImageBlockInput; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never;   /** A list with bullets or numbers. */
  readonly list: ListBlockInput; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never;   /** A place: a picture of a map that leads to the map itself, with name and address below it. */
  readonly map: MapBlockInput; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never;   /** A row for each product of a list: picture, name, detail, quantity and price. */
  readonly products: ProductsBlockInput; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never;   /** A QR code that the mail brings along as a picture, such as that of a ticket. */
  readonly qr: QrBlockInput; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never;   /** Words of somebody else, with the name below them. */
  readonly quote: QuoteBlockInput; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never;   /** Blocks that are shown once for each item of a list. */
  readonly repeat: RepeatBlockInput; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never;   /** Blocks in a frame, with a background or a border. */
  readonly section: SectionBlockInput; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never;   /** The end of a letter: closing words, a handwritten name as a picture, the name and what the person does. */
  readonly signature: SignatureBlockInput; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never;   /** Links to the sender’s pages elsewhere, by name or by icon. */
  readonly social: SocialBlockInput; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never;   /** Empty room between two blocks. */
  readonly spacer: SpacerBlockInput; readonly steps?: never; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never;   /** Two to five steps, such as those of a delivery, up to the present one. */
  readonly steps: StepsBlockInput; readonly table?: never; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never;   /** A row for each item of a list, with up to 12 columns. */
  readonly table: TableBlockInput; readonly text?: never; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never;   /** A paragraph, with **bold**, _italic_ and [links](https://example.com). */
  readonly text: TextBlockInput; readonly totals?: never; }
  |  { readonly address?: never; readonly avatar?: never; readonly button?: never; readonly calendar?: never; readonly code?: never; readonly columns?: never; readonly condition?: never; readonly coupon?: never; readonly divider?: never; readonly fallback?: never; readonly figures?: never; readonly footer?: never; readonly header?: never; readonly heading?: never; readonly hero?: never; readonly html?: never; readonly icons?: never; readonly image?: never; readonly list?: never; readonly map?: never; readonly products?: never; readonly qr?: never; readonly quote?: never; readonly repeat?: never; readonly section?: never; readonly signature?: never; readonly social?: never; readonly spacer?: never; readonly steps?: never; readonly table?: never; readonly text?: never;   /** Rows of a label and an amount, such as those below a table of items. */
  readonly totals: TotalsBlockInput; };

/** Blocks beside those of the other columns. */
export type CompositionColumnInput = {
  /** Colour behind the column; none by default. */
  readonly backgroundColor?: string | null | undefined;
  /** Blocks in the column, from top to bottom. */
  readonly children?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Space around the content, in pixels. */
  readonly padding?: number | null | undefined;
  /** Whether a column without a colour has that of the ground of the theme. */
  readonly tinted?: boolean | null | undefined;
  /** Place of the content in a column that is lower than its neighbours. */
  readonly verticalAlign?: CompositionVerticalAlign | null | undefined;
  /** Per cent of the row; columns without a width share the rest. */
  readonly width?: number | null | undefined;
};

/** Direction of the text; `auto` follows the language of the mail. */
export type CompositionDirection =
  /** Follows the language of the mail. */
  | 'auto'
  /** From left to right. */
  | 'ltr'
  /** From right to left. */
  | 'rtl';

/** The content of a template in types. Errors name paths of the JSON form, as in `composition`. */
export type CompositionDocumentInput = {
  /** Blocks from top to bottom. */
  readonly blocks: ReadonlyArray<CompositionBlockInput>;
  /** Preheader, width and direction. */
  readonly settings?: CompositionSettingsInput | null | undefined;
  /** Colours, type and spacing. */
  readonly theme?: CompositionThemeInput | null | undefined;
};

/** One entry of a list in a block. */
export type CompositionFiguresFigureInput = {
  /** Name of the figure in a word or two, such as Orders. */
  readonly label: string;
  /** A few words below the figure, such as the change since last week. */
  readonly note?: string | null | undefined;
  /** The figure, usually a merge tag with a filter. */
  readonly value: string;
};

/** One entry of a list in a block. */
export type CompositionHeaderLinkInput = {
  /** Target of the link: http, https, mailto or tel. */
  readonly href: string;
  /** Words of the link, such as Your orders. */
  readonly label: string;
};

/** One entry of a list in a block. */
export type CompositionIconsRowInput = {
  /** Address of a square picture, https. */
  readonly icon: string;
  /** A sentence below the words; none by default. */
  readonly text?: string | null | undefined;
  /** Words beside the picture. */
  readonly title: string;
};

/** Comparison; `equals` and `not_equals` compare with `value`. */
export type CompositionIs =
  /** The variable has no text, or a list no items. */
  | 'absent'
  /** The variable has the text of `value`. */
  | 'equals'
  /** The variable has another text than `value`, or none. */
  | 'not_equals'
  /** The variable has text, or a list has items. */
  | 'present';

/** Look whose values count for what is left out; none by default, so that the defaults below count. */
export type CompositionLook =
  /** Violet, with large headings and round buttons. */
  | 'bold'
  /** Black and white, with small corners. */
  | 'plain'
  /** Paper and terracotta, with headings in a serif. */
  | 'warm';

/** Settings of a whole document; what is left out has its default. */
export type CompositionSettingsInput = {
  /** Direction of the text; `auto` follows the language of the mail. */
  readonly direction?: CompositionDirection | null | undefined;
  /** Name of the layout whose header and footer stand around the blocks; none by default. */
  readonly layout?: string | null | undefined;
  /** Text that inboxes show after the subject; can be translated. */
  readonly preheader?: string | null | undefined;
  /** Width of the content, in pixels. */
  readonly width?: number | null | undefined;
};

/** Corners of the picture; a circle wants a square picture, at most 160 pixels wide, 64 by default. */
export type CompositionShape =
  /** Round all over, for portraits. */
  | 'circle'
  /** Corners of the theme. */
  | 'rounded'
  /** Corners as they are in the picture. */
  | 'square';

/** Size of the letters: 14, 16 or 18 pixels where running text has 16. */
export type CompositionSize =
  /** Larger than running text. */
  | 'large'
  /** The size of running text. */
  | 'normal'
  /** Smaller than running text. */
  | 'small';

/** One entry of a list in a block. */
export type CompositionSocialLinkInput = {
  /** Target of the link: http, https, mailto or tel. */
  readonly href: string;
  /** Address of a picture of 24 pixels, https; the name alone by default. */
  readonly icon?: string | null | undefined;
  /** Name of the network; also read where pictures are off. */
  readonly label: string;
};

/** One entry of a list in a block. */
export type CompositionStepsStepInput = {
  /** Name of the step, in a word or two. */
  readonly label: string;
};

/** One entry of a list in a block. */
export type CompositionTableColumnInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Text of a cell; merge tags can read the item. */
  readonly cell: string;
  /** Head of the column; without any label the table has no head. */
  readonly label?: string | null | undefined;
  /** Width of the column, in per cent of the table. */
  readonly width?: number | null | undefined;
};

/** Kinds of texts that can hold merge tags. */
export type CompositionTextKind =
  /** Target of a link, the same in every language. */
  | 'href'
  /** Markup, which is sanitised. */
  | 'html'
  /** Text with **bold**, _italic_, [links](https://example.com) and line breaks. */
  | 'inline'
  /** One item a line, each with the marks of `inline`. */
  | 'items'
  /** Text without marks. */
  | 'plain'
  /** Address of a picture, the same in every language. */
  | 'src';

/** Colours, type and spacing; what is left out has its default. */
export type CompositionThemeInput = {
  /** Colour around the mail. */
  readonly backgroundColor?: string | null | undefined;
  /** Radius of the corners of buttons and frames, in pixels. */
  readonly borderRadius?: number | null | undefined;
  /** Whether the platform's brand gives its colours, fonts and corners where the theme names none. */
  readonly brand?: boolean | null | undefined;
  /** Radius of the corners of buttons, in pixels; that of frames by default. */
  readonly buttonRadius?: number | null | undefined;
  /** Font families in order of preference, separated by commas. */
  readonly fontFamily?: string | null | undefined;
  /** Size of running text, in pixels. */
  readonly fontSize?: number | null | undefined;
  /** Font families of headings; those of running text by default. */
  readonly headingFontFamily?: string | null | undefined;
  /** Size of headings, as a multiple of the usual one. */
  readonly headingScale?: number | null | undefined;
  /** Weight of headings, 400 being regular, 700 bold. */
  readonly headingWeight?: number | null | undefined;
  /** Height of a line, as a multiple of the font size. */
  readonly lineHeight?: number | null | undefined;
  /** Colour of links in running text. */
  readonly linkColor?: string | null | undefined;
  /** Look whose values count for what is left out; none by default, so that the defaults below count. */
  readonly look?: CompositionLook | null | undefined;
  /** Colour of muted text and of the footer. */
  readonly mutedColor?: string | null | undefined;
  /** Colour of the label of primary buttons. */
  readonly onPrimaryColor?: string | null | undefined;
  /** Background of primary buttons. */
  readonly primaryColor?: string | null | undefined;
  /** Space below each block, in pixels. */
  readonly spacing?: number | null | undefined;
  /** Colour behind the content. */
  readonly surfaceColor?: string | null | undefined;
  /** Colour of running text and headings. */
  readonly textColor?: string | null | undefined;
};

/** One entry of a list in a block. */
export type CompositionTotalsRowInput = {
  /** Name of the amount, such as Subtotal. */
  readonly label: string;
  /** Whether the row is left out where the first merge tag of its amount has no value. */
  readonly optional?: boolean | null | undefined;
  /** Whether the row is the sum: larger, with a line above it. */
  readonly strong?: boolean | null | undefined;
  /** Amount, such as {{ event.total | currency: "EUR" }}. */
  readonly value: string;
};

/** Meanings of a value, for which an editor has a control of its own. */
export type CompositionValueFormat =
  /** A colour such as #1a2b3c. */
  | 'color'
  /** Font families in order of preference, separated by commas. */
  | 'font_family'
  /** A name that the author gives to the item of a list. */
  | 'item_name'
  /** Path of a list, without braces, such as event.items. */
  | 'list'
  /** A length, with or without decimals. */
  | 'pixels'
  /** Path of a variable, without braces, such as event.is_gift. */
  | 'variable';

/** JSON types of a value in a composition. */
export type CompositionValueType =
  /** A list of objects, whose members `fields` describes. */
  | 'array'
  /** True or false. */
  | 'boolean'
  /** A number without decimals. */
  | 'integer'
  /** A finite number, with or without decimals. */
  | 'number'
  /** Unicode text. */
  | 'string';

/** Whether the button is filled or has a border alone. */
export type CompositionVariant =
  /** Filled with the primary colour. */
  | 'primary'
  /** A border without filling. */
  | 'secondary';

/** Place of the content in a column that is lower than its neighbours. */
export type CompositionVerticalAlign =
  /** Places the content at the bottom side or edge. */
  | 'bottom'
  /** Places the content at the middle side or edge. */
  | 'middle'
  /** Places the content at the top side or edge. */
  | 'top';

/** Strength of the letters: 400, 600 or 700. */
export type CompositionWeight =
  /** Strokes of headings and strong words. */
  | 'bold'
  /** Strokes of running text. */
  | 'regular'
  /** Strokes between those of running text and bold ones. */
  | 'semibold';

/** Whether the words stand under the picture or over it. */
export type CompositionWords =
  /** In front of the picture. */
  | 'over'
  /** Below the picture. */
  | 'under';

/** Blocks that are shown only when a variable has a value, or a certain value. */
export type ConditionBlockInput = {
  /** Blocks inside, from top to bottom. */
  readonly children?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Comparison; `equals` and `not_equals` compare with `value`. */
  readonly is: CompositionIs;
  /** Value to compare with, as text; needed for `equals` and `not_equals`, unused otherwise. */
  readonly value?: unknown;
  /** Variable that decides, without braces, such as event.is_gift. */
  readonly when: string;
};

/** The side that made a consent change. */
export type ConsentAuthor =
  /** The caller, through the API; also where no change is on record. */
  | 'caller'
  /** The person: on the unsubscribe page, in a mail app, or by undoing an opt-out. */
  | 'person';

/** Origin of a consent change: the caller, or the person through one of three ways. */
export type ConsentSource =
  /** The caller, through the API. */
  | 'api'
  /** The person, on the page of an unsubscribe link. */
  | 'link'
  /** The person, with the unsubscribe button of a mail app. */
  | 'mail_app'
  /** The person, who undid an opt-out within 10 minutes. */
  | 'undo';

/** Whether a person receives marketing email. Transactional email does not depend on the state. */
export type ContactStatus =
  /** No consent was ever set, so no marketing email goes out. */
  | 'pending'
  /** The person receives marketing email. */
  | 'subscribed'
  /** The person receives no marketing email. */
  | 'unsubscribed';

/** Narrows a list of contacts to one marketing state, or to suppressed addresses. */
export type ContactStatusFilter =
  /** Contacts whose address is suppressed for all email, in any marketing state. */
  | 'cleaned'
  /** Contacts without any consent. */
  | 'pending'
  /** Contacts who accept marketing email. */
  | 'subscribed'
  /** Contacts who reject marketing email. */
  | 'unsubscribed';

/** Place of an address among the further recipients of a mail. */
export type CopyRole =
  /** No header names the address. */
  | 'bcc'
  /** The header of the mail names the address, in every copy. */
  | 'cc';

/** A discount with the code to type, in a dashed frame. */
export type CouponBlockInput = {
  /** Code to type at the checkout. */
  readonly code: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Small print, such as the last day. */
  readonly terms?: string | null | undefined;
  /** Offer of the coupon, such as 20 % off your next order. */
  readonly title: string;
};

/** Source from which the service learnt that a message was delivered. */
export type DeliveryEvidence =
  /** The recipient's own mail server accepted the mail. */
  | 'exchanger'
  /** A relay accepted the mail without promising a delivery report. */
  | 'relay'
  /** A report by mail confirmed the delivery. */
  | 'report'
  /** A relay promised a delivery report, and no report came within 72 hours. */
  | 'silence';

/** A horizontal line. */
export type DividerBlockInput = {
  /** Colour of the line. */
  readonly color?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Height of the line, in pixels. */
  readonly thickness?: number | null | undefined;
};

/** Role of a DNS record in sending. */
export type DnsRecordPurpose =
  /** Public key with which receivers check signatures. */
  | 'dkim'
  /** Policy of receivers for mail that fails SPF and DKIM; recommended, not required. */
  | 'dmarc'
  /** MX of the subdomain that receives answers; only of a domain that takes answers. */
  | 'reply'
  /** MX of the subdomain that receives bounces. */
  | 'return_path'
  /** Servers that may send with the return path. */
  | 'spf';

/** Result of the last lookup of a record. */
export type DnsRecordStatus =
  /** A record with another value is published; `found` shows the value. */
  | 'mismatched'
  /** No record of this type is published under the name. */
  | 'missing'
  /** No lookup has been answered yet. */
  | 'pending'
  /** Published with the required value. */
  | 'verified';

/** Types of DNS records, as DNS writes them. */
export type DnsRecordType =
  /** A mail exchanger with its priority. */
  | 'MX'
  /** Text, such as a key or a policy. */
  | 'TXT';

/** One field of a payload. An event type has at most 100 fields, in at most three levels. */
export type EventFieldInput = {
  /** Text that merge tags show where the payload has no value, of at most 1,000 characters; for scalars only. */
  readonly fallback?: string | null | undefined;
  /** Fields of an object, or of each object of a list. */
  readonly fields?: ReadonlyArray<EventFieldInput> | null | undefined;
  /** Type of the items of a list of scalars. */
  readonly items?: EventFieldItemsInput | null | undefined;
  /** Name in the payload and in merge tags: 1 to 64 letters, digits or underscores, not a digit first. */
  readonly name: string;
  /** Whether an emit without the field is rejected. Default: false. */
  readonly required?: boolean | null | undefined;
  /** Type that the value must have. */
  readonly type: EventFieldType;
};

/** Items of a list of scalars. */
export type EventFieldItemsInput = {
  /** Type that every item of the list must have. */
  readonly type: EventFieldScalarType;
};

/** Types of the items of a list of scalars. */
export type EventFieldScalarType =
  /** True or false. */
  | 'boolean'
  /** A day, such as 2026-01-31. */
  | 'date'
  /** An instant with an offset, such as 2026-01-31T09:30:00Z. */
  | 'datetime'
  /** One mail address, such as ada@example.com. */
  | 'email'
  /** A finite JSON number, not a string of digits. */
  | 'number'
  /** Unicode text, without further rules. */
  | 'string'
  /** An absolute http or https URL. */
  | 'url';

/** Types of a payload field. */
export type EventFieldType =
  /** True or false. */
  | 'boolean'
  /** A day, such as 2026-01-31. */
  | 'date'
  /** An instant with an offset, such as 2026-01-31T09:30:00Z. */
  | 'datetime'
  /** One mail address, such as ada@example.com. */
  | 'email'
  /** A list: of objects with `fields`, or of scalars with `items`. */
  | 'list'
  /** A finite JSON number, not a string of digits. */
  | 'number'
  /** A JSON object whose members are listed in `fields`. */
  | 'object'
  /** Unicode text, without further rules. */
  | 'string'
  /** An absolute http or https URL. */
  | 'url';

/** Conditions that all events of a list meet; an omitted condition admits every event. */
export type EventFilter = {
  /** Only emits to the contact with this id; deleted contacts too. */
  readonly contact?: string | null | undefined;
  /** Only events of the live event type with this name, such as order.shipped. */
  readonly eventType?: string | null | undefined;
  /** Only events of one of the live event types with these names. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Only emits of this time or later. */
  readonly from?: string | null | undefined;
  /** Only emits with this key; keys of the last 7 days are found at once. */
  readonly idempotencyKey?: string | null | undefined;
  /** Only emits whose key begins with this text, such as an order number; keys of the last 7 days are found at once. */
  readonly idempotencyKeyStart?: string | null | undefined;
  /** Only emits with all of these pairs of metadata, such as {order: "1001"}; 1 to 20. */
  readonly metadata?: Record<string, unknown> | null | undefined;
  /** Only emits to this whole address, in any case. Needs the scope `people`. */
  readonly recipient?: string | null | undefined;
  /** Only emits before this time. */
  readonly until?: string | null | undefined;
};

/** A payload under a label, to try the templates of an event type with. */
export type EventTypeExampleInput = {
  /** Language of its values, such as `de` or `pt-BR`: a preview, a test mail and merge tags in that language take it. Omitted: the values suit any language. */
  readonly locale?: string | null | undefined;
  /** Label of the example, such as "One item, in dollars": 1 to 64 characters, and no other example has it. */
  readonly name: string;
  /** Fields of the event as an emit takes them. Invented values: examples outlive the erasure of a person. */
  readonly payload: Record<string, unknown>;
};

/** Input of eventTypeSave: the whole list of payload fields, how long content is kept, the topic, and examples. */
export type EventTypeSaveInput = {
  /** Days for which payloads and mails of later emits are kept, 0 to 90 and at most as many as the service keeps any; null: as many. Omitted: unchanged. */
  readonly contentDays?: number | null | undefined;
  /** At most 10 examples of together 32,768 bytes, which the fields must accept; they replace those there are, and null or an empty list removes all. Omitted: unchanged. */
  readonly examples?: ReadonlyArray<EventTypeExampleInput> | null | undefined;
  /** At most 100 fields in all, in at most three levels. */
  readonly fields: ReadonlyArray<EventFieldInput>;
  /** Key of a topic of the platform, to which the mail of later emits belongs: it goes to contacts alone that are subscribed and have not left the topic. Null: transactional mail. Omitted: unchanged. */
  readonly topic?: string | null | undefined;
};

/** Reasons for which mail to a provider waits without an attempt. */
export type ExchangerWaitReason =
  /** Mail servers of the provider asked for less mail or fewer connections. */
  | 'quiet'
  /** Mail servers of the provider have had the mail that they take in a minute. */
  | 'rate'
  /** The address that mail leaves from is new, and has sent the provider its mail of the day. */
  | 'warm_up';

/** The one cause that a support person is told first. */
export type ExplanationCause =
  /** A relay accepted the mail, and its delivery report has not come yet. */
  | 'awaiting_report'
  /** A mail server rejected the mail for good. */
  | 'bounced'
  /** A caller cancelled the message while it waited. */
  | 'cancelled'
  /** The recipient marked the mail as spam. */
  | 'complained'
  /** The workspace has sent its mail of the day. */
  | 'day_cap_used'
  /** A mail server accepted the mail. */
  | 'delivered'
  /** The sending domain was verified a few seconds ago. */
  | 'domain_settling'
  /** The sending domain is not verified, or was replaced since the emit. */
  | 'domain_unverified'
  /** The person was erased, or is being erased. */
  | 'erased'
  /** The recipient's mail servers asked for less mail, so the message waits for them. */
  | 'exchanger_quiet'
  /** No attempt succeeded within 24 hours of the emit, or of its sendAt. */
  | 'expired'
  /** The mail was never offered to a mail server. */
  | 'failed'
  /** The server asks unknown senders to come back later. */
  | 'greylisted'
  /** The address has had its emits of the hour. */
  | 'hour_used'
  /** The mail has a topic, and the contact has left marketing. */
  | 'left_marketing'
  /** The contact has left the topic of the mail. */
  | 'left_topic'
  /** The mail has a topic, and no contact that agreed to marketing holds the address. */
  | 'no_marketing_consent'
  /** The event type has no template, so its events send no mail. */
  | 'no_template'
  /** The operator suspended the platform, so its mail waits. */
  | 'platform_suspended'
  /** The database was restored from a backup, so the message waits for the operator of the service. */
  | 'restored'
  /** The emit said when the mail leaves, and the time has not come. */
  | 'scheduled'
  /** An attempt is under way. */
  | 'sending'
  /** The relay or the recipient's servers could not be reached. */
  | 'server_unreachable'
  /** The simulator plays no outcome for this address of its domain. */
  | 'simulator_unknown'
  /** The address was suppressed then, and is no longer. */
  | 'suppressed_before'
  /** The address is suppressed since a hard bounce. */
  | 'suppressed_by_bounce'
  /** The address is suppressed since a complaint. */
  | 'suppressed_by_complaint'
  /** A caller suppressed the address with addressSuppress. */
  | 'suppressed_by_hand'
  /** The address is suppressed since its mailbox was full or inactive. */
  | 'suppressed_by_mailbox_faults'
  /** A server rejected the mail for now. */
  | 'waiting_for_retry'
  /** Nothing holds the message; it leaves in the next turn of its workspace. */
  | 'waiting_for_turn'
  /** A new address has sent its mail of the day to the provider. */
  | 'warming_up'
  /** Mail of a removed workspace fails with workspace_deleted. */
  | 'workspace_deleted'
  /** The health of the workspace paused its mail. */
  | 'workspace_paused'
  /** Somebody stopped all mail of the workspace. */
  | 'workspace_suspended'
  /** Nothing prevents an emit, and its mail would leave at once. */
  | 'would_leave';

/** A rule of the service that decides about mail. */
export type ExplanationRule =
  /** An attempt, with the reply of the server. */
  | 'attempt'
  /** Whether a caller cancelled the message while it waited. */
  | 'cancellation'
  /** Whether the contact wants mail of the topic; of mail with a topic alone. */
  | 'consent'
  /** The share of the usual volume that a throttled or new workspace may use today. */
  | 'day_cap'
  /** Whether the person is erased. */
  | 'erasure'
  /** The time in which an attempt has to succeed. */
  | 'expiry'
  /** Rates of bounces and complaints, which can pause all mail. */
  | 'health'
  /** The thirty emits to one address in sixty minutes. */
  | 'hour'
  /** Whether the operator has suspended the platform. */
  | 'platform'
  /** Whether the address is one that the simulator plays. */
  | 'recipient'
  /** A delivery report or a complaint that came by mail. */
  | 'report'
  /** Whether the content was sent again, or is that of an earlier message. */
  | 'resend'
  /** When the next attempt is due, or when the mail leaves as its emit said. */
  | 'schedule'
  /** Whether the sending domain may send. */
  | 'sending_domain'
  /** Whether the address is suppressed for all email, or for marketing where the mail has a topic. */
  | 'suppression'
  /** Whether the workspace is suspended. */
  | 'suspension'
  /** Whether the event type has a template. */
  | 'template'
  /** Whether the workspace is deleted. */
  | 'workspace';

/** Effect of a rule on the message. */
export type ExplanationVerdict =
  /** The rule ended the message, or would withhold it. */
  | 'ended'
  /** The message waited for the rule earlier. */
  | 'held'
  /** The message waits for the rule now. */
  | 'holds'
  /** The rule lets the message go. */
  | 'passed'
  /** The attempt handed the mail to no server, so the message had to wait. */
  | 'refused'
  /** An emit would be refused. */
  | 'refuses';

/** Forms of a file that an import takes as it is. */
export type ExportFormat =
  /** A header, and a row for each object (RFC 4180). Texts that look like formulas begin with an apostrophe. */
  | 'csv'
  /** A JSON object on each line. */
  | 'ndjson';

/** The address of a button as text, for readers whose button does not work. */
export type FallbackBlockInput = {
  /** Target of the button above: http or https. */
  readonly href: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Words before the address. */
  readonly text: string;
};

/** A property of messages by which figures are divided into groups. */
export type FigureDimension =
  /** Day of the emit, in the time zone that the workspace had then. */
  | 'day'
  /** Kind of event that the caller emitted, such as order.shipped. */
  | 'event_type'
  /** Provider of the recipient's mailbox. */
  | 'provider'
  /** Saved version of the template that was current at the emit. */
  | 'template_version'
  /** Workspace of the emit; not beside event type, template version or provider. */
  | 'workspace';

/** Messages to count; an omitted field restricts nothing, an unknown id matches none. */
export type FigureFilter = {
  /** Id of a kind of event, a ULID; not its name. */
  readonly eventType?: string | null | undefined;
  /** Provider of the recipients' mailboxes. */
  readonly provider?: MailProvider | null | undefined;
  /** Id of a saved template version. */
  readonly templateVersion?: string | null | undefined;
};

/** One to four key figures side by side, each with its label. */
export type FiguresBlockInput = {
  /** Figures from the start of the line. */
  readonly figures: ReadonlyArray<CompositionFiguresFigureInput>;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
};

/** Small print, followed by the unsubscribe link where the template reads it. */
export type FooterBlockInput = {
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Small print, such as the postal address of the sender. */
  readonly text: string;
};

/** The name or the logo of the sender, with up to four links beside it. */
export type HeaderBlockInput = {
  /** Address of the logo for dark mode, https; the same one by default. */
  readonly darkLogo?: string | null | undefined;
  /** Target of a link on the name and the logo; none by default. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Links at the end of the line. */
  readonly links?: ReadonlyArray<CompositionHeaderLinkInput> | null | undefined;
  /** Address of the logo, https; without one, or where its merge tag has no value, the name stands alone. */
  readonly logo?: string | null | undefined;
  /** Width of the logo in pixels; its height follows. */
  readonly logoWidth?: number | null | undefined;
  /** Name of the sender: shown without a logo, and read where pictures are off. */
  readonly name: string;
};

/** A heading of one of four levels. */
export type HeadingBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Rank of the heading, 1 being the largest. */
  readonly level?: number | null | undefined;
  /** Words that readers see first. */
  readonly text: string;
};

/** Causes of a change of the sending level. */
export type HealthReason =
  /** The rate of hard bounces crossed a line. */
  | 'bounce_rate'
  /** The rate of complaints crossed a line. */
  | 'complaint_rate'
  /** The rates stayed under their lines for long enough. */
  | 'recovered'
  /** The operator let the workspace send again. */
  | 'released'
  /** The workspace has sent enough for its rates to be judged. */
  | 'volume_reached';

/** Sending level that follows from the rates of bounces and complaints. */
export type HealthState =
  /** Enough sends with rates below the limits; no daily cap. */
  | 'established'
  /** Rates of bounces or complaints are so high that no mail goes out. */
  | 'paused'
  /** Too few sends yet to judge the rates; daily caps may apply. */
  | 'ramping'
  /** High rates; only a share of the usual daily volume goes out, a tenth by default. */
  | 'throttled';

/** A picture as wide as the mail, from edge to edge, with words and a button under it or over it. */
export type HeroBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Words for readers who do not see a picture with the words under it; empty for decoration. */
  readonly alt?: string | null | undefined;
  /** Colour behind words over the picture, shown where it is not; in a look that of primary buttons by default. */
  readonly backdropColor?: string | null | undefined;
  /** The same for dark mode, where the words stand under the picture; the same picture by default. */
  readonly darkImage?: string | null | undefined;
  /** Least height of a picture with words over it, in pixels. */
  readonly height?: number | null | undefined;
  /** Target of the button: http, https, mailto or tel. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Address of the picture, https; twice as wide as the mail is sharp on every screen. */
  readonly image: string;
  /** Words of a button; none by default. */
  readonly label?: string | null | undefined;
  /** A sentence below them; none by default. */
  readonly text?: string | null | undefined;
  /** Large words; none by default. */
  readonly title?: string | null | undefined;
  /** Whether the words stand under the picture or over it. */
  readonly words?: CompositionWords | null | undefined;
  /** Colour of words over the picture; in a look that of the labels of primary buttons by default. */
  readonly wordsColor?: string | null | undefined;
};

/** HTML of your own, sanitised. */
export type HtmlBlockInput = {
  /** Markup; scripts and styles that load something are removed. */
  readonly html: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
};

/** One to six rows of a small picture with a title and a sentence beside it. */
export type IconsBlockInput = {
  /** Width and height of the pictures, in pixels. */
  readonly iconSize?: number | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Rows from the first to the last. */
  readonly rows: ReadonlyArray<CompositionIconsRowInput>;
};

/** A picture, with a link if wanted. */
export type ImageBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Words for readers who do not see the picture; empty for decoration. */
  readonly alt?: string | null | undefined;
  /** Address of the picture for dark mode, https; the same one by default. */
  readonly darkSrc?: string | null | undefined;
  /** Target of a link on the picture; none by default. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Corners of the picture; a circle wants a square picture, at most 160 pixels wide, 64 by default. */
  readonly shape?: CompositionShape | null | undefined;
  /** Address of the picture, https; or cid: and the content_id of an attachment. */
  readonly src: string;
  /** Width in pixels; a picture never grows wider than its place. Default: its own width. */
  readonly width?: number | null | undefined;
};

/** Why an import ended before the end of its file. */
export type ImportFailure =
  /** Something went wrong on our side again and again. */
  | 'internal_error'
  /** The row that begins on `line` has no end within 256 KiB. */
  | 'row_too_long'
  /** The customer went, with rows of the file left. */
  | 'workspace_deleted';

/** Objects that the rows of a file become. */
export type ImportKind =
  /** Contacts, as contactBatchUpsert writes them. */
  | 'contacts'
  /** Suppressions, as addressSuppress makes them. */
  | 'suppressions';

/** Stages of a file on its way into a workspace. */
export type ImportState =
  /** Ended by importCancel, or because the file did not come to its end within an hour. */
  | 'cancelled'
  /** Ended before the last row; `failure` says why. */
  | 'failed'
  /** Every row was written or rejected. */
  | 'finished'
  /** Rows of the file are being written. */
  | 'running'
  /** Bytes of its file still come. */
  | 'uploading';

/** The whole layout, and how to treat conflicts. At most 50 blocks and 131,072 bytes of JSON. */
export type LayoutSaveInput = {
  /** Whether to save what would break mails of templates that use the layout. Default: false. */
  readonly acceptBreaks?: boolean | null | undefined;
  /** Whether to save outdated translations, whose `source` differs from the present text. Default: false. */
  readonly acceptOutdated?: boolean | null | undefined;
  /** Number of the version that was edited; version_conflict when a newer version exists. Left out: no check. */
  readonly baseVersion?: number | null | undefined;
  /** List of blocks after those of a template, as in `document.blocks`; none when left out. */
  readonly footer?: unknown;
  /** The same in types, instead of `footer`. Errors name paths of the JSON form. */
  readonly footerBlocks?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** List of blocks before those of a template, as in `document.blocks`; none when left out. */
  readonly header?: unknown;
  /** The same in types, instead of `header`. Errors name paths of the JSON form. */
  readonly headerBlocks?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** Language tag of these texts; en when left out. */
  readonly locale?: string | null | undefined;
  /** Translations by locale, then by field id, `<block id>.<attr>`: {text, source}. */
  readonly translations?: unknown;
};

/** A list with bullets or numbers. */
export type ListBlockInput = {
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** One entry on each line, with marks and merge tags. */
  readonly items: string;
  /** Whether the items have numbers instead of bullets. */
  readonly ordered?: boolean | null | undefined;
};

/** Orders of a list by the time at which its rows were recorded. */
export type ListOrder =
  /** Latest row on the first page; the usual order. */
  | 'newest_first'
  /** Earliest row on the first page. */
  | 'oldest_first';

/** The provider of a recipient's mailbox, by the domain of the address. */
export type MailProvider =
  /** Mailboxes of comcast.net and xfinity.com. */
  | 'comcast'
  /** Addresses of gmail.com and googlemail.com. */
  | 'gmail'
  /** GMX in all countries, web.de and mail.com. */
  | 'gmx'
  /** Apple: icloud.com, me.com and mac.com. */
  | 'icloud'
  /** Mail.ru with bk.ru, inbox.ru and list.ru. */
  | 'mail_ru'
  /** NetEase: 163.com, 126.com and yeah.net. */
  | 'netease'
  /** Orange in France, with wanadoo.fr. */
  | 'orange'
  /** All other domains, whoever hosts their mailboxes. */
  | 'other'
  /** Microsoft for persons: outlook, hotmail, live and msn, in all countries. */
  | 'outlook'
  /** Proton Mail, with pm.me. */
  | 'proton'
  /** Tencent: qq.com and foxmail.com. */
  | 'qq'
  /** Yahoo in all countries, ymail, and AOL. */
  | 'yahoo'
  /** Yandex and ya.ru. */
  | 'yandex';

/** Ways by which mail leaves the service. */
export type MailTransport =
  /** The local inbox of a development service. */
  | 'capture'
  /** The recipient's own mail exchangers. */
  | 'mx'
  /** None: the simulator played the attempt. */
  | 'simulator'
  /** Through a relay, which passes the mail on. */
  | 'smtp';

/** A place: a picture of a map that leads to the map itself, with name and address below it. */
export type MapBlockInput = {
  /** Lines below the name; line breaks of values are kept. */
  readonly address?: string | null | undefined;
  /** Words for readers who do not see the picture, such as Map of Harbour Street. */
  readonly alt: string;
  /** The same for dark mode, https; the same picture by default. */
  readonly darkImage?: string | null | undefined;
  /** Target of a link on picture and name, such as the way there; none by default. */
  readonly href?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Address of a picture of the map, https; or cid: and the content_id of an attachment. */
  readonly image: string;
  /** Name of the place, in bold. */
  readonly name: string;
};

/** Places in which a variable may stand. */
export type MergeTagUse =
  /** The `when` of a condition, without braces. */
  | 'condition'
  /** The `each` of a repeat or table, without braces. */
  | 'list'
  /** Running text, subject or link, in braces. */
  | 'text';

/** Results of one attempt to hand a mail over. */
export type MessageAttemptOutcome =
  /** The other side rejected the mail for good. */
  | 'bounced'
  /** The other side accepted the mail. */
  | 'delivered'
  /** The mail could not be offered. */
  | 'failed'
  /** A relay accepted the mail and promised a delivery report. */
  | 'relayed'
  /** The attempt failed, and a retry can succeed. */
  | 'temporary';

/** Causes of the state failed: the mail was never offered to the mail server of the recipient. */
export type MessageFailureReason =
  /** A caller cancelled the message while it waited in the queue. */
  | 'cancelled'
  /** The sending domain was deleted, replaced or no longer verified. */
  | 'domain_not_sendable'
  /** The mail is larger than the mail server accepts. */
  | 'message_too_large'
  /** The transport does not accept the address. */
  | 'recipient_invalid'
  /** Scheduled mail alone: at its time, and for an hour after it, the address had its thirty mails of the hour. */
  | 'recipient_rate'
  /** The template could not be rendered with the payload. */
  | 'render_failed'
  /** The relay rejected the sender or the mail before any recipient. */
  | 'transport_refused'
  /** The workspace was deleted while the message waited. */
  | 'workspace_deleted';

/** Conditions that all messages of a list meet; an omitted condition admits every message. */
export type MessageFilter = {
  /** Only messages that bounced in this way. */
  readonly bounce?: BounceKind | null | undefined;
  /** Only messages to the contact with this id; deleted contacts too. */
  readonly contact?: string | null | undefined;
  /** Only messages of the live event type with this name, such as order.shipped. */
  readonly eventType?: string | null | undefined;
  /** Only messages of one of the live event types with these names. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Only emits of this time or later. */
  readonly from?: string | null | undefined;
  /** Only messages of emits with this key; keys of the last 7 days are found at once. */
  readonly idempotencyKey?: string | null | undefined;
  /** Only messages of emits whose key begins with this text, such as an order number; keys of the last 7 days are found at once. */
  readonly idempotencyKeyStart?: string | null | undefined;
  /** Only messages of emits with all of these pairs of metadata, such as {order: "1001"}; 1 to 20. */
  readonly metadata?: Record<string, unknown> | null | undefined;
  /** Only messages that failed for this cause. */
  readonly reason?: MessageFailureReason | null | undefined;
  /** Only messages to this whole address, in any case. Needs the scope `people`. */
  readonly recipient?: string | null | undefined;
  /** Only messages to addresses of this whole domain, such as example.com, in any case; those of the list are searched. Needs the scope `people`. */
  readonly recipientDomain?: string | null | undefined;
  /** Only messages to simulator addresses, or none of them. */
  readonly simulated?: boolean | null | undefined;
  /** Only messages at this step, such as queued. */
  readonly state?: MessageState | null | undefined;
  /** Only messages at one of these steps. */
  readonly states?: ReadonlyArray<MessageState> | null | undefined;
  /** Only messages that render the saved version with this id. */
  readonly templateVersion?: string | null | undefined;
  /** Only emits before this time. */
  readonly until?: string | null | undefined;
};

/** Kinds of reports that come in by mail. */
export type MessageReportKind =
  /** The mail could not be delivered. */
  | 'bounce'
  /** The recipient marked the mail as spam. */
  | 'complaint'
  /** The mail waits at a server on its way, which tries again. */
  | 'delayed'
  /** The mail reached the mailbox, as its server confirms. */
  | 'delivered';

/** Stages of a message, from the queue to its end. */
export type MessageState =
  /** A mail server rejected the mail for good, at once or in a later report. */
  | 'bounced'
  /** The recipient marked the mail as spam. */
  | 'complained'
  /** The recipient's mail server accepted the mail, or a relay confirmed or implied the delivery; see evidence. */
  | 'delivered'
  /** No attempt succeeded within 24 hours of the emit, or of its sendAt. */
  | 'expired'
  /** The mail was never offered to a mail server; `reason` names the cause, such as render_failed. */
  | 'failed'
  /** Waiting for the first or the next attempt. */
  | 'queued'
  /** Leaves later, as its emit said; see sendAt. Only messages whose emit had a sendAt. */
  | 'scheduled'
  /** An attempt is under way. */
  | 'sending'
  /** A relay accepted the mail and promised a delivery report, which has not come yet. */
  | 'sent'
  /** Not sent, because the address is suppressed, or because the contact does not want its topic; see withheld. */
  | 'suppressed';

/** Kinds of things that a message can wait for. */
export type MessageWaitKind =
  /** The end of an attempt under way. */
  | 'attempt'
  /** The contact does not want the topic; the message is withheld in its next turn. */
  | 'consent'
  /** The workspace has sent its mail of the day. */
  | 'day_cap'
  /** The sending domain may not send, or was verified a few seconds ago. */
  | 'domain'
  /** The person is being erased, and the message with them. */
  | 'erasure'
  /** No mail server was reached; the next attempt has its time. */
  | 'exchanger'
  /** The address had its thirty mails of the hour when the time of the mail came. */
  | 'hour'
  /** The health of the workspace paused its mail. */
  | 'paused'
  /** The recipient's mail servers asked for less mail, or a new address has sent them its mail of the day. */
  | 'quiet'
  /** The delivery report that a relay promised. */
  | 'report'
  /** The database was restored from a backup; the operator of the service decides. */
  | 'restore'
  /** A server rejected the mail for now; the next attempt has its time. */
  | 'retry'
  /** The time at which the mail leaves, as its emit said. */
  | 'send_at'
  /** The address was suppressed meanwhile; the message is withheld in its next turn. */
  | 'suppression'
  /** Somebody suspended the workspace. */
  | 'suspended'
  /** Nothing but the next turn of the workspace, which a worker takes. */
  | 'turn'
  /** The workspace is deleted; the message fails in its next turn. */
  | 'workspace_deleted';

/** Person to erase: exactly one of `contact` and `email`. */
export type PersonEraseInput =
  {   /** An existing contact's id, or ref:<reference>. */
  readonly contact: string; readonly email?: never; }
  |  { readonly contact?: never;   /** An address, whether or not a contact holds it. */
  readonly email: string; };

/** A platform to create; its first key is created with it. */
export type PlatformCreateInput = {
  /** A label for people; at most 128 characters. */
  readonly name: string;
};

/** Sequences of a list of platforms, by the time of their creation or by name. A platform that is renamed between two pages changes its place. */
export type PlatformOrder =
  /** Alphabetical without regard to case; letters beyond a to z follow z. */
  | 'name'
  /** Latest creation first; the usual order. */
  | 'newest_first'
  /** Earliest creation first. */
  | 'oldest_first';

/** A platform whose keys are to be rejected, or accepted again. */
export type PlatformSuspensionInput = {
  /** Id from platformCreate or the list of platforms. */
  readonly platformId: string;
};

/** A new label for a platform. */
export type PlatformUpdateInput = {
  /** A label for people; at most 128 characters. */
  readonly name: string;
  /** Id from platformCreate or the list of platforms. */
  readonly platformId: string;
};

/** A row for each product of a list: picture, name, detail, quantity and price. */
export type ProductsBlockInput = {
  /** Name of the item in merge tags inside the repeat. */
  readonly as?: string | null | undefined;
  /** Size, colour or the like; left out where its first merge tag has no value. */
  readonly detail?: string | null | undefined;
  /** List whose items are the products, without braces, such as event.items. */
  readonly each: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Address of a square picture, https, usually a merge tag of the item; no pictures by default. */
  readonly image?: string | null | undefined;
  /** Width and height of the pictures, in pixels. */
  readonly imageSize?: number | null | undefined;
  /** Name of the product; merge tags can read the item. */
  readonly name: string;
  /** Price of the row; merge tags can read the item. */
  readonly price?: string | null | undefined;
  /** Words for the quantity, such as Qty {{ item.quantity }}. */
  readonly quantity?: string | null | undefined;
};

/** A QR code that the mail brings along as a picture, such as that of a ticket. */
export type QrBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Words for readers who do not see the code, such as Your ticket. */
  readonly alt: string;
  /** Link or number in the code, of up to 300 bytes; a longer one makes no code. */
  readonly content: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Width and height of the code with its white border, in pixels. */
  readonly imageSize?: number | null | undefined;
};

/** Words of somebody else, with the name below them. */
export type QuoteBlockInput = {
  /** Name below the words; none by default. */
  readonly author?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Words that are quoted; line breaks of values are kept. */
  readonly text: string;
};

/** Conditions that all refused emits of a list meet; an omitted condition admits every one. */
export type RefusedEmitFilter = {
  /** Only emits with the key of this id. */
  readonly apiKey?: string | null | undefined;
  /** Only emits that were rejected with this error code. */
  readonly code?: string | null | undefined;
  /** Only emits that named this event type, registered or not. */
  readonly eventType?: string | null | undefined;
  /** Only emits that named one of these event types. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Only rejections of this time or later. */
  readonly from?: string | null | undefined;
  /** Only emits with this key. */
  readonly idempotencyKey?: string | null | undefined;
  /** Only emits whose key begins with this text, such as an order number. */
  readonly idempotencyKeyStart?: string | null | undefined;
  /** Only emits to this whole address, in any case, or to a contact that had it. Needs the scope `people`. */
  readonly recipient?: string | null | undefined;
  /** Value of a Request-Id header. */
  readonly requestId?: string | null | undefined;
  /** Only rejections before this time. */
  readonly until?: string | null | undefined;
  /** Id of a workspace, or ref:<reference>. */
  readonly workspace?: string | null | undefined;
};

/** Blocks that are shown once for each item of a list. */
export type RepeatBlockInput = {
  /** Name of the item in merge tags inside the repeat. */
  readonly as?: string | null | undefined;
  /** Blocks inside, from top to bottom. */
  readonly children?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** List to repeat over, without braces, such as event.items. */
  readonly each: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Items shown at most; all by default. */
  readonly limit?: number | null | undefined;
};

/** The requests a minute of one platform. */
export type RequestLimitSetInput = {
  /** Requests a minute; omitted or null: the limit of the deployment. */
  readonly perMinute?: number | null | undefined;
  /** Id from platformCreate or the list of platforms. */
  readonly platformId: string;
};

/** Blocks in a frame, with a background or a border. */
export type SectionBlockInput = {
  /** Colour behind the section; none by default. */
  readonly backgroundColor?: string | null | undefined;
  /** Address of a picture behind the section, https; the colour stands in for it, and on dark screens. */
  readonly backgroundImage?: string | null | undefined;
  /** Border: its width, its colour, or both as in CSS; none by default. */
  readonly border?: unknown;
  /** Blocks inside, from top to bottom. */
  readonly children?: ReadonlyArray<CompositionBlockInput> | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Space around the content, in pixels; by default that of the theme where the section has a frame. */
  readonly padding?: number | null | undefined;
  /** Whether a section without a colour has that of the ground of the theme. */
  readonly tinted?: boolean | null | undefined;
};

/** Cause that prevents sending. */
export type SendingBlockReason =
  /** The sending domain is not verified. */
  | 'identity_not_sendable'
  /** The platform has no sending domain. */
  | 'no_identity'
  /** The workspace is suspended, until workspaceResume, or its whole platform is. */
  | 'suspended';

/** One name; a platform sends from a single domain. */
export type SendingDomainSaveInput = {
  /** Host name of at least two labels; no URL and no IP address. */
  readonly domain: string;
  /** Whether answers to its mail come here: each mail without a reply address of its own gets one at the subdomain reply. Left out: as before, at first no. */
  readonly replies?: boolean | null | undefined;
};

/** Whether the DNS records of a domain are in order. */
export type SendingDomainStatus =
  /** A required record vanished more than 24 hours ago; the domain cannot send. */
  | 'failed'
  /** Not all required records have been found yet; the domain cannot send. */
  | 'pending'
  /** All required records are in order; the domain can send. */
  | 'verified'
  /** A required record vanished less than 24 hours ago; the domain can still send. */
  | 'warning';

/** Whether mail of the workspace goes out now. */
export type SendingState =
  /** No mail goes out; `reason` names the cause. */
  | 'blocked'
  /** Mail goes out. */
  | 'ready'
  /** The domain was verified seconds ago. Emits are accepted, and mail goes out shortly. */
  | 'waiting';

/** The end of a letter: closing words, a handwritten name as a picture, the name and what the person does. */
export type SignatureBlockInput = {
  /** Closing words, such as Best wishes; none by default. */
  readonly closing?: string | null | undefined;
  /** The same for dark mode; the same picture by default. */
  readonly darkImage?: string | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Address of a picture of the handwriting, https; none by default. */
  readonly image?: string | null | undefined;
  /** Width of the picture in pixels; its height follows. */
  readonly imageWidth?: number | null | undefined;
  /** Words below the handwriting in bold, such as Grace Hopper. */
  readonly name: string;
  /** Job or title below the name, such as Founder; none by default. */
  readonly role?: string | null | undefined;
};

/** Links to the sender’s pages elsewhere, by name or by icon. */
export type SocialBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Links from the start of the line. */
  readonly links: ReadonlyArray<CompositionSocialLinkInput>;
};

/** Empty room between two blocks. */
export type SpacerBlockInput = {
  /** Room from top to bottom, in pixels. */
  readonly height?: number | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** The same on narrow screens, in whole pixels; by default the room is the same there. */
  readonly mobileHeight?: number | null | undefined;
};

/** Example mails to start from. */
export type StarterName =
  /** Somebody is asked to join a team. */
  | 'invitation'
  /** A link signs the reader in. */
  | 'magic_link'
  /** An account was used on a new device. */
  | 'new_sign_in'
  /** A code of six digits in boxes. */
  | 'one_time_code'
  /** A link leads to a new password. */
  | 'password_reset'
  /** A card was declined. */
  | 'payment_failed'
  /** Products, totals and tax of an order. */
  | 'receipt'
  /** A parcel is on its way, with its steps. */
  | 'shipping'
  /** Days that are left before a plan must be chosen. */
  | 'trial_ending'
  /** A button confirms the mailbox. */
  | 'verify_address'
  /** Key figures and what happened in seven days. */
  | 'weekly_digest'
  /** First steps after somebody signed up. */
  | 'welcome';

/** Two to five steps, such as those of a delivery, up to the present one. */
export type StepsBlockInput = {
  /** Number of the present step; one more than there are steps says that all are done. */
  readonly current?: number | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Steps from the first to the last. */
  readonly steps: ReadonlyArray<CompositionStepsStepInput>;
};

/** Kinds of email that are withheld from the address. */
export type SuppressionBlocks =
  /** Transactional and marketing email. */
  | 'all'
  /** Marketing email alone. */
  | 'marketing';

/** Reasons to withhold email from an address. */
export type SuppressionReason =
  /** The person marked an email as spam. */
  | 'complaint'
  /** The address cannot receive. */
  | 'hard_bounce'
  /** A caller suppressed the address by hand with addressSuppress. */
  | 'manual'
  /** The mailbox was full or inactive on five days, with no delivery between. */
  | 'soft_bounces';

/** Reach of a suppression: one workspace, or the whole platform. */
export type SuppressionScope =
  /** Every workspace of the platform. */
  | 'platform'
  /** Only the workspace in which the cause occurred. */
  | 'workspace';

/** A row for each item of a list, with up to 12 columns. */
export type TableBlockInput = {
  /** Name of the item in merge tags inside the repeat. */
  readonly as?: string | null | undefined;
  /** Columns of the table, from the start of the line. */
  readonly columns: ReadonlyArray<CompositionTableColumnInput>;
  /** List whose items are the rows, without braces, such as event.items. */
  readonly each: string;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
};

/** Ways in which a block can differ, apart from its texts. */
export type TemplateBlockChangeKind =
  /** The later side alone has it. */
  | 'added'
  /** Both sides have it, with different values. */
  | 'changed'
  /** The block is the same, in another place of the document. */
  | 'moved'
  /** The earlier side alone has it. */
  | 'removed';

/** Content of a draft, as in templateSave; parts may be missing or have faults. At most 2 MiB of JSON. */
export type TemplateDraftContentInput = {
  /** Document in composition format 3. */
  readonly composition?: unknown;
  /** The sender's name; may contain merge tags. */
  readonly displayName?: string | null | undefined;
  /** Local part of the sender's address, such as orders. */
  readonly fromLocalPart?: string | null | undefined;
  /** Language tag of these texts; en when left out. */
  readonly locale?: string | null | undefined;
  /** Address of the Reply-To header; may contain merge tags. */
  readonly replyTo?: string | null | undefined;
  /** Subject line; may contain merge tags. */
  readonly subject?: string | null | undefined;
  /** Translations by locale, then by field id: {text, source}. */
  readonly translations?: unknown;
};

/** A new draft. Without content it begins with the content of its base. */
export type TemplateDraftCreateInput = {
  /** Number of the version that the author began from, or has merged; publishing checks that it is still live. Default: the live version. */
  readonly baseVersion?: number | null | undefined;
  /** Texts and blocks to begin with. Default: those of the base. */
  readonly content?: TemplateDraftContentInput | null | undefined;
  /** A label for people; at most 128 characters. */
  readonly name: string;
};

/** Conditions of publishing, and a note for the new version. */
export type TemplateDraftPublishInput = {
  /** Whether to publish with outdated translations. Default: false. */
  readonly acceptOutdated?: boolean | null | undefined;
  /** A sentence about the change for the list of versions; at most 500 characters. */
  readonly note?: string | null | undefined;
  /** Number of the revision that was reviewed; version_conflict when a newer one exists. */
  readonly revision?: number | null | undefined;
};

/** Changes of a draft; fields that are left out stay as they are. */
export type TemplateDraftSaveInput = {
  /** Number of the version that the author began from, or has merged; publishing checks that it is still live. */
  readonly baseVersion?: number | null | undefined;
  /** The whole new content. */
  readonly content?: TemplateDraftContentInput | null | undefined;
  /** A new label; at most 128 characters. */
  readonly name?: string | null | undefined;
  /** Number of the revision that was edited; version_conflict when a newer one exists. */
  readonly revision?: number | null | undefined;
};

/** The person that the mail is rendered for. */
export type TemplatePreviewContact = {
  /** Values by attribute key; samples when left out. */
  readonly attributes?: Record<string, unknown> | null | undefined;
  /** A sample address when left out. */
  readonly email?: string | null | undefined;
};

/** At most one of `version`, `draft` and `draftId`; with none the current version is rendered. */
export type TemplatePreviewInput = {
  /** A sample person when left out. */
  readonly contact?: TemplatePreviewContact | null | undefined;
  /** Content that is not saved, as in templateSave. */
  readonly draft?: TemplateSaveInput | null | undefined;
  /** Id of a stored draft of the same event type. */
  readonly draftId?: string | null | undefined;
  /** Name of an example of the event type, whose payload is taken; not together with `payload`. */
  readonly example?: string | null | undefined;
  /** The translation to show; the template's own language when left out. */
  readonly locale?: string | null | undefined;
  /** Fields of the event; when left out, those of the first example that the event type accepts, else sample values. */
  readonly payload?: Record<string, unknown> | null | undefined;
  /** The time zone of dates and times; UTC when left out. */
  readonly timezone?: string | null | undefined;
  /** Number of a saved version, from 1. */
  readonly version?: number | null | undefined;
};

/** Content of the next version, and how to treat conflicts. */
export type TemplateSaveInput = {
  /** Whether to save outdated translations, whose `source` differs from the present text. Default: false. */
  readonly acceptOutdated?: boolean | null | undefined;
  /** Number of the version that was edited; version_conflict when a newer version exists. Left out: no check. */
  readonly baseVersion?: number | null | undefined;
  /** Document as JSON, composition format 3: {editorVersion: 3, target: "email", document: {settings, theme, blocks}}. Either this or `document`. */
  readonly composition?: unknown;
  /** The sender's name, at most 255 characters; may contain merge tags. */
  readonly displayName?: string | null | undefined;
  /** The same document in types. */
  readonly document?: CompositionDocumentInput | null | undefined;
  /** Local part of the sender's address, 1 to 64 characters, such as orders. */
  readonly fromLocalPart: string;
  /** Language tag of these texts; en when left out. */
  readonly locale?: string | null | undefined;
  /** Address of the Reply-To header, at most 320 characters; may contain merge tags. */
  readonly replyTo?: string | null | undefined;
  /** Subject line, at most 998 characters; may contain merge tags. */
  readonly subject: string;
  /** Translations by locale, then by field id: {text, source}. `source` is the text that was translated. */
  readonly translations?: unknown;
};

/** The recipient, and what templatePreview takes: at most one of `version`, `draft` and `draftId`. */
export type TemplateTestInput = {
  /** The person that the mail is rendered for; a sample person when left out. Gets no mail. */
  readonly contact?: TemplatePreviewContact | null | undefined;
  /** Content that is not saved, as in templateSave. */
  readonly draft?: TemplateSaveInput | null | undefined;
  /** Id of a stored draft of the same event type. */
  readonly draftId?: string | null | undefined;
  /** Name of an example of the event type, whose payload is taken; not together with `payload`. */
  readonly example?: string | null | undefined;
  /** The translation to send; the template's own language when left out. */
  readonly locale?: string | null | undefined;
  /** Fields of the event; when left out, those of the first example that the event type accepts, else sample values. */
  readonly payload?: Record<string, unknown> | null | undefined;
  /** The time zone of dates and times; UTC when left out. */
  readonly timezone?: string | null | undefined;
  /** An address at the registered domain of the platform's sending domain: any at shop.com for mail.shop.com. */
  readonly to: string;
  /** Number of a saved version, from 1. Default: the live one. */
  readonly version?: number | null | undefined;
};

/** Ways in which a text can differ. */
export type TemplateTextChangeKind =
  /** The later side alone has it. */
  | 'added'
  /** Both sides have it, with different values. */
  | 'changed'
  /** The earlier side alone has it. */
  | 'removed';

/** A file of translators, and how to treat conflicts. */
export type TemplateTranslateInput = {
  /** Whether to save translations of texts that have changed since the file was written. Default: false. */
  readonly acceptOutdated?: boolean | null | undefined;
  /** Number of the version that is translated; version_conflict when a newer one exists. */
  readonly baseVersion?: number | null | undefined;
  /** The file as text: XLIFF 2, CSV or JSON, which its first sign tells. It may hold texts of other templates too. */
  readonly content: string;
};

/** Reasons to look at a template again; none prevents the save. */
export type TemplateWarningCode =
  /** A text asks for answers, and neither a Reply-To nor the domain of the sender takes them. */
  | 'answers_lost'
  /** Some of the tried payloads lack a value that the mail shows. */
  | 'falls_back'
  /** The language, or some of its payloads, was not tried because the check would take too long. */
  | 'not_tried'
  /** The HTML exceeds 100 KiB, at which Gmail cuts off an email. */
  | 'output_too_large';

/** A paragraph, with **bold**, _italic_ and [links](https://example.com). */
export type TextBlockInput = {
  /** Side of the line; `start` and `end` follow the direction of the language. */
  readonly align?: CompositionAlign | null | undefined;
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Whether the text has the muted colour of the theme. */
  readonly muted?: boolean | null | undefined;
  /** Size of the letters: 14, 16 or 18 pixels where running text has 16. */
  readonly size?: CompositionSize | null | undefined;
  /** Words of the paragraph; marks and line breaks are kept. */
  readonly text: string;
  /** Colour of the text; that of the theme by default. */
  readonly textColor?: string | null | undefined;
  /** Strength of the letters: 400, 600 or 700. */
  readonly weight?: CompositionWeight | null | undefined;
};

/** Defines a topic for the mail of every workspace. */
export type TopicCreateInput = {
  /** A sentence below the name on the unsubscribe page; at most 500 characters. */
  readonly description?: string | null | undefined;
  /** 1 to 64 lower-case letters, digits or "_"; unique on the platform. Never changes. */
  readonly key: string;
  /** Heading of the unsubscribe page, such as Newsletter; at most 128 characters. */
  readonly name: string;
  /** Name and description in further languages, at most 50; the page takes that of its reader. */
  readonly translations?: ReadonlyArray<TopicTranslationInput> | null | undefined;
};

/** Who decided about a topic: the caller, or the person through one of three ways. */
export type TopicSource =
  /** The caller, through the API. */
  | 'api'
  /** The person, on the page of an unsubscribe link. */
  | 'link'
  /** The person, with the unsubscribe button of a mail app. */
  | 'mail_app'
  /** The person, who undid an opt-out within 10 minutes. */
  | 'undo';

/** Choices of a person about one kind of marketing mail. */
export type TopicState =
  /** The topic follows the marketing state again. */
  | 'subscribed'
  /** The person gets no mail of the topic, whatever the marketing state. */
  | 'unsubscribed';

/** The words of a topic in a further language. */
export type TopicTranslationInput = {
  /** A sentence below the name on the unsubscribe page; at most 500 characters. */
  readonly description?: string | null | undefined;
  /** Language tag, such as pt-BR; no other translation has it. */
  readonly locale: string;
  /** Heading of the unsubscribe page, such as Newsletter; at most 128 characters. */
  readonly name: string;
};

/** Words to change; what is omitted stays. */
export type TopicUpdateInput = {
  /** A sentence below the name on the unsubscribe page; at most 500 characters. Null removes it. */
  readonly description?: string | null | undefined;
  /** Heading of the unsubscribe page, such as Newsletter; at most 128 characters. */
  readonly name?: string | null | undefined;
  /** All translations, at most 50; they replace those there are, and null removes all. */
  readonly translations?: ReadonlyArray<TopicTranslationInput> | null | undefined;
};

/** Rows of a label and an amount, such as those below a table of items. */
export type TotalsBlockInput = {
  /** Identifier of your own, unique among blocks and columns. */
  readonly id: string;
  /** Rows from top to bottom. */
  readonly rows: ReadonlyArray<CompositionTotalsRowInput>;
  /** Whether narrow screens show each amount below its label; for facts, whose amounts are words. */
  readonly stackOnMobile?: boolean | null | undefined;
};

/** Forms of a file with texts for translators. */
export type TranslationFormat =
  /** A row for each text, with the template's language beside the other one, for spreadsheets. */
  | 'csv'
  /** The templates of the file, each with its texts. */
  | 'json'
  /** XLIFF 2.0, which tools of translators read and write; merge tags are codes in it. */
  | 'xliff';

/** A receiver for webhooks of all workspaces, or of one. */
export type WebhookEndpointCreateInput = {
  /** Address that gets a mail when all webhooks have failed for a day, and when the endpoint is paused after five days of it; one without an address is never paused so. Null: nobody. */
  readonly alertEmail?: string | null | undefined;
  /** Up to 100 names of event types of whose messages it receives webhooks; null or empty: all. Webhooks that are about no message come all the same. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Up to 10 header fields for each request, such as {"Authorization": "Bearer …"}, and none of those by which a request is sent or understood. Values of up to 1,000 visible ASCII characters, 4,096 in all with the names; they are sealed, and shown by their last four characters alone, where a value has 20 at least. An update replaces all of them; null or empty: none. */
  readonly headers?: Record<string, unknown> | null | undefined;
  /** Webhooks that begin in a second, at most, from 1 to 1,000; further ones wait for their turn. Null: as many as it takes. */
  readonly rateLimit?: number | null | undefined;
  /** Types to subscribe to, 1 to 100; an update replaces the whole list. */
  readonly types: ReadonlyArray<WebhookType>;
  /** Public https URL on port 443, at most 2,048 characters. */
  readonly url: string;
  /** Version of the bodies: 1, or 2, where `message.bounced`, `message.failed` and `message.expired` carry what the server said. */
  readonly version?: number | null | undefined;
  /** The only workspace whose webhooks it receives: an id, or ref:<reference>. Null: all workspaces. */
  readonly workspace?: string | null | undefined;
};

/** Fields to change; omitted fields keep their values. */
export type WebhookEndpointUpdateInput = {
  /** Address that gets a mail when all webhooks have failed for a day, and when the endpoint is paused after five days of it; one without an address is never paused so. Null: nobody. */
  readonly alertEmail?: string | null | undefined;
  /** Up to 100 names of event types of whose messages it receives webhooks; null or empty: all. Webhooks that are about no message come all the same. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Up to 10 header fields for each request, such as {"Authorization": "Bearer …"}, and none of those by which a request is sent or understood. Values of up to 1,000 visible ASCII characters, 4,096 in all with the names; they are sealed, and shown by their last four characters alone, where a value has 20 at least. An update replaces all of them; null or empty: none. */
  readonly headers?: Record<string, unknown> | null | undefined;
  /** Webhooks that begin in a second, at most, from 1 to 1,000; further ones wait for their turn. Null: as many as it takes. */
  readonly rateLimit?: number | null | undefined;
  /** Types to subscribe to, 1 to 100; an update replaces the whole list. */
  readonly types?: ReadonlyArray<WebhookType> | null | undefined;
  /** Public https URL on port 443, at most 2,048 characters. */
  readonly url?: string | null | undefined;
  /** Version of the bodies: 1, or 2, where `message.bounced`, `message.failed` and `message.expired` carry what the server said. */
  readonly version?: number | null | undefined;
  /** The only workspace whose webhooks it receives: an id, or ref:<reference>. Null: all workspaces. */
  readonly workspace?: string | null | undefined;
};

/** Causes for which an attempt at a webhook failed. */
export type WebhookError =
  /** The host name resolved to an address that is not public. */
  | 'address_refused'
  /** The connection could not be opened, or broke. */
  | 'connection'
  /** The host name did not resolve. */
  | 'dns'
  /** The endpoint answered with a redirect, which is not followed. */
  | 'redirect'
  /** The endpoint answered with another status than 2xx. */
  | 'status'
  /** The endpoint did not answer in time. */
  | 'timeout'
  /** The TLS handshake failed, for example for an invalid certificate. */
  | 'tls';

/** States of a webhook. A redelivery makes any of them pending again. */
export type WebhookState =
  /** The endpoint accepted the webhook. */
  | 'delivered'
  /** The endpoint did not accept the webhook within 72 hours, or was deleted. */
  | 'failed'
  /** An attempt is waiting or under way. */
  | 'pending';

/** Occurrences that endpoints subscribe to. Webhooks and REST write them with a dot: message.delivered. */
export type WebhookType =
  /** A person left marketing email. */
  | 'contact_left_marketing'
  /** A person undid an opt-out. */
  | 'contact_rejoined_marketing'
  /** An address that a contact holds may no longer be mailed. */
  | 'contact_suppressed'
  /** A mail server rejected a mail for good. */
  | 'message_bounced'
  /** A recipient marked a mail as spam. */
  | 'message_complained'
  /** A mail server or a report confirmed a mail. */
  | 'message_delivered'
  /** No attempt succeeded within 24 hours. */
  | 'message_expired'
  /** A mail was never offered to a mail server. */
  | 'message_failed'
  /** A person answered a mail. */
  | 'message_replied'
  /** A mail was withheld, since its address is blocked. */
  | 'message_suppressed'
  /** DNS records appeared or vanished, or the domain was replaced. */
  | 'sending_domain_changed'
  /** The sending level of a workspace changed. */
  | 'workspace_health_changed';

/** The largest number of live workspaces of one platform. */
export type WorkspaceCeilingSetInput = {
  /** Limit of live workspaces; omitted or null: no limit. Existing workspaces stay. */
  readonly ceiling?: number | null | undefined;
  /** Id from platformCreate or the list of platforms. */
  readonly platformId: string;
};

/** A customer of the platform; every workspace shares the sending domain. */
export type WorkspaceCreateInput = {
  /** Language tag, such as pt-BR; en when left out. */
  readonly locale?: string | null | undefined;
  /** Name of at most 128 characters; no email address. */
  readonly name: string;
  /** The caller's id: 1 to 128 letters, digits, dots, _ or -. */
  readonly reference: string;
  /** IANA time zone, such as Europe/Lisbon; UTC when left out. */
  readonly timezone?: string | null | undefined;
};

/** A paused workspace that the operator lets send again. */
export type WorkspaceHealthReleaseInput = {
  /** Id of a workspace of any platform. */
  readonly workspaceId: string;
};

/** Sequences of a list of workspaces, by the time of their creation or of their last emit. A workspace that emits between two pages changes its place. */
export type WorkspaceOrder =
  /** Latest emit of the last 90 days first; rejected on platforms with more than 4,000 workspaces. */
  | 'latest_emit_first'
  /** Latest creation first; the usual order. */
  | 'newest_first'
  /** Workspaces without an emit in the last 90 days first, then the earliest last emit; rejected on platforms with more than 4,000 workspaces. */
  | 'oldest_emit_first'
  /** Earliest creation first. */
  | 'oldest_first';

/** Whether a workspace accepts events. */
export type WorkspaceStatus =
  /** Events are accepted. */
  | 'active'
  /** Events are rejected with workspace_suspended; queued messages wait. */
  | 'suspended';

/** Fields to change; omitted fields keep their values. */
export type WorkspaceUpdateInput = {
  /** Language tag. */
  readonly locale?: string | null | undefined;
  /** Name of at most 128 characters; no email address. */
  readonly name?: string | null | undefined;
  /** The caller's id: 1 to 128 letters, digits, dots, _ or -. */
  readonly reference?: string | null | undefined;
  /** IANA time zone. */
  readonly timezone?: string | null | undefined;
};

export type AuditLogQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly operation: string, readonly objectType: string, readonly objectId: string | null, readonly platformId: string | null, readonly apiKeyId: string | null, readonly requestId: string, readonly error: string | null, readonly createdAt: string, readonly apiKey: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ObjectNamesQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type ObjectNamesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'ApiKey', readonly id: string, readonly name: string }
    | { readonly __typename: 'Contact' }
    | { readonly __typename: 'Erasure' }
    | { readonly __typename: 'Event' }
    | { readonly __typename: 'EventType', readonly id: string, readonly name: string }
    | { readonly __typename: 'File' }
    | { readonly __typename: 'Import' }
    | { readonly __typename: 'Message' }
    | { readonly __typename: 'Picture' }
    | { readonly __typename: 'Platform', readonly id: string, readonly name: string }
    | { readonly __typename: 'SendingDomain', readonly id: string, readonly domain: string }
    | { readonly __typename: 'Suppression' }
    | { readonly __typename: 'TemplateDraft' }
    | { readonly __typename: 'TemplateVersion' }
    | { readonly __typename: 'Webhook' }
    | { readonly __typename: 'WebhookEndpoint', readonly id: string, readonly url: string }
    | { readonly __typename: 'WebhookSecret', readonly id: string, readonly lastFour: string }
    | { readonly __typename: 'Workspace', readonly id: string, readonly name: string }
   | null> | null };

export type BrandColorValuesFragment = { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null };

export type BrandValuesFragment = { readonly name: string, readonly logoUrl: string | null, readonly darkLogoUrl: string | null, readonly fontFamily: string | null, readonly borderRadius: number | null, readonly address: string | null, readonly supportUrl: string | null, readonly legalLine: string | null, readonly version: number, readonly updatedAt: string, readonly colors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly darkColors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly socialLinks: ReadonlyArray<{ readonly name: string, readonly url: string }> };

export type PlatformBrandQueryVariables = Exact<{ [key: string]: never; }>;


export type PlatformBrandQuery = { readonly brand: { readonly name: string, readonly logoUrl: string | null, readonly darkLogoUrl: string | null, readonly fontFamily: string | null, readonly borderRadius: number | null, readonly address: string | null, readonly supportUrl: string | null, readonly legalLine: string | null, readonly version: number, readonly updatedAt: string, readonly colors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly darkColors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly socialLinks: ReadonlyArray<{ readonly name: string, readonly url: string }> } | null };

export type PreviewOfBrandQueryVariables = Exact<{
  input: BrandSaveInput;
  starter: StarterName;
}>;


export type PreviewOfBrandQuery = { readonly brandPreview: { readonly subject: string, readonly html: string } | null };

export type BrandRemoveMutationVariables = Exact<{ [key: string]: never; }>;


export type BrandRemoveMutation = { readonly brandDelete: { readonly deletedBrandPlatformId: string } | null };

export type BrandStoreMutationVariables = Exact<{
  input: BrandSaveInput;
}>;


export type BrandStoreMutation = { readonly brandSave: { readonly brand: { readonly name: string, readonly logoUrl: string | null, readonly darkLogoUrl: string | null, readonly fontFamily: string | null, readonly borderRadius: number | null, readonly address: string | null, readonly supportUrl: string | null, readonly legalLine: string | null, readonly version: number, readonly updatedAt: string, readonly colors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly darkColors: { readonly background: string | null, readonly surface: string | null, readonly text: string | null, readonly muted: string | null, readonly link: string | null, readonly primary: string | null, readonly onPrimary: string | null }, readonly socialLinks: ReadonlyArray<{ readonly name: string, readonly url: string }> } | null } | null };

export type EventTypesQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type EventTypesQuery = { readonly eventTypes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string, readonly updatedAt: string, readonly fields: ReadonlyArray<{ readonly name: string, readonly required: boolean }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type EventTypeQueryVariables = Exact<{
  name: string;
}>;


export type EventTypeQuery = { readonly eventType: { readonly id: string, readonly name: string, readonly createdAt: string, readonly updatedAt: string, readonly contentDays: number | null, readonly topic: string | null, readonly etag: string, readonly examples: ReadonlyArray<{ readonly name: string, readonly locale: string | null, readonly payload: unknown, readonly fits: boolean }> | null, readonly mergeTags: ReadonlyArray<{ readonly path: string, readonly written: string, readonly required: boolean, readonly fallback: string | null, readonly forms: ReadonlyArray<{ readonly tag: string, readonly text: string }> }>, readonly fields: ReadonlyArray<{ readonly name: string, readonly type: EventFieldType, readonly required: boolean, readonly fallback: string | null, readonly fields: ReadonlyArray<{ readonly name: string, readonly type: EventFieldType, readonly required: boolean, readonly fallback: string | null, readonly fields: ReadonlyArray<{ readonly name: string, readonly type: EventFieldType, readonly required: boolean, readonly fallback: string | null, readonly items: { readonly type: EventFieldScalarType } | null }> | null, readonly items: { readonly type: EventFieldScalarType } | null }> | null, readonly items: { readonly type: EventFieldScalarType } | null }> } | null };

export type FieldFactsFragment = { readonly name: string, readonly type: EventFieldType, readonly required: boolean, readonly fallback: string | null, readonly items: { readonly type: EventFieldScalarType } | null };

export type EventTypeSaveMutationVariables = Exact<{
  name: string;
  input: EventTypeSaveInput;
  ifMatch?: ReadonlyArray<string> | string | null | undefined;
}>;


export type EventTypeSaveMutation = { readonly eventTypeSave: { readonly created: boolean, readonly eventType: { readonly id: string } | null } | null };

export type EventTypeDeleteMutationVariables = Exact<{
  name: string;
}>;


export type EventTypeDeleteMutation = { readonly eventTypeDelete: { readonly deletedEventTypeName: string } | null };

export type AttributesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AttributesQuery = { readonly attributeDefinitions: { readonly nodes: ReadonlyArray<{ readonly key: string, readonly name: string, readonly type: AttributeType, readonly required: boolean, readonly createdAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AttributeCreateMutationVariables = Exact<{
  input: AttributeDefinitionCreateInput;
}>;


export type AttributeCreateMutation = { readonly attributeDefinitionCreate: { readonly attributeDefinition: { readonly key: string } | null } | null };

export type AttributeRenameMutationVariables = Exact<{
  key: string;
  input: AttributeDefinitionUpdateInput;
}>;


export type AttributeRenameMutation = { readonly attributeDefinitionUpdate: { readonly attributeDefinition: { readonly key: string } | null } | null };

export type ContactExportCreateMutationVariables = Exact<{
  workspace: string;
  format: ExportFormat;
}>;


export type ContactExportCreateMutation = { readonly contactExportCreate: { readonly export: { readonly url: string } | null } | null };

export type SuppressionExportCreateMutationVariables = Exact<{
  workspace: string;
  format: ExportFormat;
}>;


export type SuppressionExportCreateMutation = { readonly suppressionExportCreate: { readonly export: { readonly url: string } | null } | null };

export type FigureFactsFragment = { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } };

export type DayCountsFragment = { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly timeToDelivery: { readonly p50: number | null, readonly p90: number | null } };

export type DayFactsFragment = { readonly complete: boolean, readonly total: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } }, readonly groups: ReadonlyArray<{ readonly key: string, readonly day: string | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly timeToDelivery: { readonly p50: number | null, readonly p90: number | null } } }> | null };

export type WorkspaceFiguresQueryVariables = Exact<{
  workspace: string;
  from: string;
  to: string;
}>;


export type WorkspaceFiguresQuery = { readonly workspace: { readonly id: string, readonly figures: { readonly complete: boolean, readonly total: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } }, readonly groups: ReadonlyArray<{ readonly key: string, readonly day: string | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly timeToDelivery: { readonly p50: number | null, readonly p90: number | null } } }> | null } | null } | null };

export type FiguresByDayQueryVariables = Exact<{
  from: string;
  to: string;
  filter?: FigureFilter | null | undefined;
}>;


export type FiguresByDayQuery = { readonly figures: { readonly complete: boolean, readonly total: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } }, readonly groups: ReadonlyArray<{ readonly key: string, readonly day: string | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly timeToDelivery: { readonly p50: number | null, readonly p90: number | null } } }> | null } | null };

export type FiguresBeforeQueryVariables = Exact<{
  from: string;
  to: string;
  filter?: FigureFilter | null | undefined;
}>;


export type FiguresBeforeQuery = { readonly figures: { readonly total: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } } } | null };

export type FigureGroupsQueryVariables = Exact<{
  from: string;
  to: string;
  filter?: FigureFilter | null | undefined;
  groupBy: ReadonlyArray<FigureDimension> | FigureDimension;
}>;


export type FigureGroupsQuery = { readonly figures: { readonly groupCount: number, readonly groups: ReadonlyArray<{ readonly key: string, readonly provider: MailProvider | null, readonly eventType: { readonly id: string, readonly name: string } | null, readonly templateVersion: { readonly id: string, readonly version: number, readonly eventType: { readonly id: string, readonly name: string } } | null, readonly workspace: { readonly id: string, readonly name: string } | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly bouncedHard: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number, readonly erased: number, readonly opened: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly bounced: number | null, readonly complained: number | null, readonly opened: number | null }, readonly timeToDelivery: { readonly measured: number, readonly p50: number | null, readonly p90: number | null, readonly p99: number | null } } }> | null } | null };

export type FigureEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type FigureEventTypesQuery = { readonly eventTypes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export type FoundMessageFragment = { readonly id: string, readonly state: MessageState, readonly recipient?: string | null, readonly subject?: string | null, readonly eventTypeName: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly suppression?: { readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> } | null, readonly resends: ReadonlyArray<{ readonly id: string }> };

export type FindTextQueryVariables = Exact<{
  text: string;
  keys: MessageFilter;
  refused: RefusedEmitFilter;
  wide: boolean;
  people?: boolean | null | undefined;
}>;


export type FindTextQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }> } | null, readonly eventTypes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null, readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: MessageState, readonly recipient?: string | null, readonly subject?: string | null, readonly eventTypeName: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly suppression?: { readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> } | null, readonly resends: ReadonlyArray<{ readonly id: string }> }> } | null, readonly refusedEmits?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly code: string, readonly at: string, readonly idempotencyKey: string | null, readonly workspace: { readonly id: string, readonly name: string } | null, readonly faults: ReadonlyArray<{ readonly path: string, readonly message: string | null }> }> } | null };

export type FindMessagesQueryVariables = Exact<{
  filter: MessageFilter;
  people?: boolean | null | undefined;
}>;


export type FindMessagesQuery = { readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: MessageState, readonly recipient?: string | null, readonly subject?: string | null, readonly eventTypeName: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly suppression?: { readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> } | null, readonly resends: ReadonlyArray<{ readonly id: string }> }> } | null };

export type FindMetadataKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type FindMetadataKeysQuery = { readonly metadataKeys: ReadonlyArray<string> | null };

export type FindDomainQueryVariables = Exact<{
  domain: string;
  wide: boolean;
}>;


export type FindDomainQuery = { readonly messages: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly waitingFor: { readonly fact: string } | null }> } | null, readonly refusingDomains?: { readonly domains: ReadonlyArray<{ readonly domain: string, readonly waiting: number, readonly waitingOtherwise: number, readonly workspaces: number, readonly since: string, readonly reply: string | null }> } | null };

export type FindContactsQueryVariables = Exact<{
  workspace: string;
  text: string;
}>;


export type FindContactsQuery = { readonly contacts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string, readonly reference: string | null }> } | null };

export type FoundBlockFragment = { readonly id: string, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> };

export type FindAddressQueryVariables = Exact<{
  email: string;
  wide: boolean;
  people?: boolean | null | undefined;
}>;


export type FindAddressQuery = { readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: MessageState, readonly recipient?: string | null, readonly subject?: string | null, readonly eventTypeName: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly suppression?: { readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> } | null, readonly resends: ReadonlyArray<{ readonly id: string }> }> } | null, readonly person?: { readonly contacts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly workspace: { readonly id: string, readonly name: string } }> } | null, readonly suppressions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks>, readonly workspace: { readonly id: string, readonly name: string } | null }> } | null } | null };

export type FindBlocksQueryVariables = Exact<{
  workspace: string;
  email: string;
}>;


export type FindBlocksQuery = { readonly suppressions: { readonly nodes: ReadonlyArray<{ readonly email: string | null, readonly id: string, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> }> } | null };

export type FoundEndpointFragment = { readonly id: string, readonly url: string, readonly types: ReadonlyArray<WebhookType>, readonly pausedAt: string | null, readonly breaker: { readonly pausedUntil: string | null } };

export type FindEndpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type FindEndpointsQuery = { readonly webhookEndpoints: ReadonlyArray<{ readonly id: string, readonly url: string, readonly types: ReadonlyArray<WebhookType>, readonly pausedAt: string | null, readonly breaker: { readonly pausedUntil: string | null } }> | null };

export type FindTemplatesQueryVariables = Exact<{
  text: string;
}>;


export type FindTemplatesQuery = { readonly eventTypes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly template: { readonly id: string } | null }> } | null };

export type FindIdQueryVariables = Exact<{
  id: string;
  people: boolean;
}>;


export type FindIdQuery = { readonly node:
    | { readonly __typename: 'ApiKey' }
    | { readonly __typename: 'Contact', readonly id: string, readonly email?: string, readonly home: { readonly id: string, readonly name: string } }
    | { readonly __typename: 'Erasure' }
    | { readonly __typename: 'Event', readonly id: string, readonly type: string, readonly createdAt: string }
    | { readonly __typename: 'EventType', readonly id: string, readonly name: string }
    | { readonly __typename: 'File' }
    | { readonly __typename: 'Import', readonly id: string, readonly createdAt: string, readonly rowsOf: ImportKind, readonly home: { readonly id: string, readonly name: string } }
    | { readonly __typename: 'Message', readonly id: string, readonly state: MessageState, readonly recipient?: string | null, readonly subject?: string | null, readonly eventTypeName: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly suppression?: { readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks> } | null, readonly resends: ReadonlyArray<{ readonly id: string }> }
    | { readonly __typename: 'Picture' }
    | { readonly __typename: 'Platform' }
    | { readonly __typename: 'SendingDomain' }
    | { readonly __typename: 'Suppression' }
    | { readonly __typename: 'TemplateDraft' }
    | { readonly __typename: 'TemplateVersion' }
    | { readonly __typename: 'Webhook', readonly id: string, readonly createdAt: string, readonly webhookType: WebhookType, readonly to: { readonly id: string } | null }
    | { readonly __typename: 'WebhookEndpoint', readonly id: string, readonly url: string, readonly types: ReadonlyArray<WebhookType>, readonly pausedAt: string | null, readonly breaker: { readonly pausedUntil: string | null } }
    | { readonly __typename: 'WebhookSecret' }
    | { readonly __typename: 'Workspace', readonly status: WorkspaceStatus, readonly id: string, readonly name: string, readonly reference: string | null }
   | null };

export type FindWorkspacesQueryVariables = Exact<{
  text?: string | null | undefined;
  status: WorkspaceStatus;
}>;


export type FindWorkspacesQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }> } | null };

export type FindPlatformsQueryVariables = Exact<{
  text?: string | null | undefined;
}>;


export type FindPlatformsQuery = { readonly platforms: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly suspendedAt: string | null }> } | null };

export type ImportFactsFragment = { readonly id: string, readonly kind: ImportKind, readonly state: ImportState, readonly bytes: number, readonly bytesDone: number, readonly line: number, readonly rows: number, readonly created: number, readonly updated: number, readonly refused: number, readonly failure: ImportFailure | null, readonly createdAt: string };

export type ImportsQueryVariables = Exact<{
  workspace: string;
  after?: string | null | undefined;
}>;


export type ImportsQuery = { readonly imports: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ImportKind, readonly state: ImportState, readonly bytes: number, readonly bytesDone: number, readonly line: number, readonly rows: number, readonly created: number, readonly updated: number, readonly refused: number, readonly failure: ImportFailure | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ImportFaultsQueryVariables = Exact<{
  workspace: string;
  id: string;
  after?: string | null | undefined;
}>;


export type ImportFaultsQuery = { readonly importFaults: { readonly nodes: ReadonlyArray<{ readonly line: number, readonly code: string, readonly errors: Record<string, unknown> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ContactImportCreateMutationVariables = Exact<{
  workspace: string;
  skipUnknownColumns: boolean;
}>;


export type ContactImportCreateMutation = { readonly contactImportCreate: { readonly import: { readonly id: string } | null } | null };

export type SuppressionImportCreateMutationVariables = Exact<{
  workspace: string;
  skipUnknownColumns: boolean;
}>;


export type SuppressionImportCreateMutation = { readonly suppressionImportCreate: { readonly import: { readonly id: string } | null } | null };

export type ImportAppendMutationVariables = Exact<{
  workspace: string;
  id: string;
  position: number;
  content: string;
}>;


export type ImportAppendMutation = { readonly importAppend: { readonly import: { readonly id: string, readonly bytes: number } | null } | null };

export type ImportStartMutationVariables = Exact<{
  workspace: string;
  id: string;
}>;


export type ImportStartMutation = { readonly importStart: { readonly import: { readonly id: string } | null } | null };

export type ImportCancelMutationVariables = Exact<{
  workspace: string;
  id: string;
}>;


export type ImportCancelMutation = { readonly importCancel: { readonly import: { readonly id: string } | null } | null };

export type KeyFactsFragment = { readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revokedAt: string | null, readonly workspace: { readonly id: string, readonly name: string } | null };

export type OwnKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnKeyQuery = { readonly currentKey: { readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revokedAt: string | null, readonly platform: { readonly id: string, readonly name: string }, readonly workspace: { readonly id: string, readonly name: string } | null } | null };

export type KeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KeysQuery = { readonly apiKeys: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revokedAt: string | null, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type KeyUpdateMutationVariables = Exact<{
  input: ApiKeyUpdateInput;
}>;


export type KeyUpdateMutation = { readonly apiKeyUpdate: { readonly apiKey: { readonly id: string, readonly name: string, readonly expiresAt: string | null } | null } | null };

export type KeyCreateMutationVariables = Exact<{
  input: ApiKeyCreateInput;
}>;


export type KeyCreateMutation = { readonly apiKeyCreate: { readonly apiKey: { readonly id: string, readonly secret: string | null } | null } | null };

export type KeyRevokeMutationVariables = Exact<{
  input: ApiKeyRevokeInput;
}>;


export type KeyRevokeMutation = { readonly apiKeyRevoke: { readonly apiKey: { readonly id: string, readonly revokedAt: string | null } | null } | null };

export type LayoutsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LayoutsQuery = { readonly layouts: { readonly nodes: ReadonlyArray<{ readonly name: string, readonly version: number, readonly uses: number, readonly updatedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type LayoutNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type LayoutNamesQuery = { readonly layouts: { readonly nodes: ReadonlyArray<{ readonly name: string }> } | null };

export type LayoutContentFragment = { readonly name: string, readonly version: number, readonly locale: string, readonly header: ReadonlyArray<unknown>, readonly footer: ReadonlyArray<unknown>, readonly translations: unknown, readonly usedBy: ReadonlyArray<string> };

export type LayoutToEditQueryVariables = Exact<{
  name: string;
}>;


export type LayoutToEditQuery = { readonly layout: { readonly name: string, readonly version: number, readonly locale: string, readonly header: ReadonlyArray<unknown>, readonly footer: ReadonlyArray<unknown>, readonly translations: unknown, readonly usedBy: ReadonlyArray<string> } | null };

export type LayoutOfBeforeQueryVariables = Exact<{
  name: string;
  version: number;
}>;


export type LayoutOfBeforeQuery = { readonly layout: { readonly name: string, readonly version: number, readonly locale: string, readonly header: ReadonlyArray<unknown>, readonly footer: ReadonlyArray<unknown>, readonly translations: unknown, readonly usedBy: ReadonlyArray<string> } | null };

export type PreviewOfLayoutQueryVariables = Exact<{
  name: string;
  input: LayoutSaveInput;
  eventType?: string | null | undefined;
}>;


export type PreviewOfLayoutQuery = { readonly layoutPreview: { readonly uses: number, readonly changes: ReadonlyArray<{ readonly eventType: string, readonly differs: ReadonlyArray<string>, readonly breaks: ReadonlyArray<string> }>, readonly mail: { readonly subject: string, readonly html: string } } | null };

export type LayoutStoreMutationVariables = Exact<{
  name: string;
  input: LayoutSaveInput;
}>;


export type LayoutStoreMutation = { readonly layoutSave: { readonly layout: { readonly name: string, readonly version: number, readonly locale: string, readonly header: ReadonlyArray<unknown>, readonly footer: ReadonlyArray<unknown>, readonly translations: unknown, readonly usedBy: ReadonlyArray<string> } | null } | null };

export type LayoutRemoveMutationVariables = Exact<{
  name: string;
}>;


export type LayoutRemoveMutation = { readonly layoutDelete: { readonly deletedLayoutName: string } | null };

export type MessagesQueryVariables = Exact<{
  workspace?: string | null | undefined;
  filter?: MessageFilter | null | undefined;
  orderBy?: ListOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  people?: boolean | null | undefined;
}>;


export type MessagesQuery = { readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: MessageState, readonly bounce: BounceKind | null, readonly reason: MessageFailureReason | null, readonly recipient?: string | null, readonly eventTypeName: string, readonly templateVersionId: string, readonly idempotencyKey: string, readonly metadata: Record<string, unknown> | null, readonly simulated: boolean, readonly role: CopyRole | null, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type MessageCountQueryVariables = Exact<{
  workspace?: string | null | undefined;
  filter?: MessageFilter | null | undefined;
}>;


export type MessageCountQuery = { readonly messages: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null };

export type MessageChangesSubscriptionVariables = Exact<{
  workspace: string;
  after?: string | null | undefined;
  people?: boolean | null | undefined;
}>;


export type MessageChangesSubscription = { readonly workspaceMessages: { readonly cursor: string, readonly changes: ReadonlyArray<{ readonly messageId: string, readonly message: { readonly id: string, readonly state: MessageState, readonly bounce: BounceKind | null, readonly reason: MessageFailureReason | null, readonly recipient?: string | null, readonly eventTypeName: string, readonly templateVersionId: string, readonly idempotencyKey: string, readonly metadata: Record<string, unknown> | null, readonly simulated: boolean, readonly role: CopyRole | null, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null } | null }> } | null };

export type MessageLineFragment = { readonly id: string, readonly state: MessageState, readonly bounce: BounceKind | null, readonly reason: MessageFailureReason | null, readonly recipient?: string | null, readonly eventTypeName: string, readonly templateVersionId: string, readonly idempotencyKey: string, readonly metadata: Record<string, unknown> | null, readonly simulated: boolean, readonly role: CopyRole | null, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null };

export type VersionSubjectsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type VersionSubjectsQuery = { readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly subject: string }
    | Record<PropertyKey, never>
   | null> | null };

export type MailWaitsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type MailWaitsQuery = { readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly waitingFor: { readonly kind: MessageWaitKind, readonly until: string | null } | null }
    | Record<PropertyKey, never>
   | null> | null };

export type MailSubjectsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type MailSubjectsQuery = { readonly nodes: ReadonlyArray<
    | { readonly id: string, readonly subject: string | null }
    | Record<PropertyKey, never>
   | null> | null };

export type MailDaysFragment = { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number };

export type MailDaysQueryVariables = Exact<{
  from: string;
  to: string;
  filter?: FigureFilter | null | undefined;
}>;


export type MailDaysQuery = { readonly figures: { readonly groups: ReadonlyArray<{ readonly day: string | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number } }> | null } | null };

export type WorkspaceMailDaysQueryVariables = Exact<{
  workspace: string;
  from: string;
  to: string;
  filter?: FigureFilter | null | undefined;
}>;


export type WorkspaceMailDaysQuery = { readonly workspaceFigures: { readonly groups: ReadonlyArray<{ readonly day: string | null, readonly figures: { readonly accepted: number, readonly waiting: number, readonly delivered: number, readonly bounced: number, readonly complained: number, readonly suppressed: number, readonly failed: number, readonly expired: number } }> | null } | null };

export type EventTypeIdQueryVariables = Exact<{
  name: string;
}>;


export type EventTypeIdQuery = { readonly eventType: { readonly id: string } | null };

export type MessagePlacesQueryVariables = Exact<{
  filter?: MessageFilter | null | undefined;
}>;


export type MessagePlacesQuery = { readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null };

export type BouncedBeforeQueryVariables = Exact<{
  email: string;
  bounce: BounceKind;
  until: string;
}>;


export type BouncedBeforeQuery = { readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly attempts: ReadonlyArray<{ readonly reply: string | null }>, readonly reports: ReadonlyArray<{ readonly reply: string | null }> }> } | null };

export type MessageQueryVariables = Exact<{
  id: string;
  people?: boolean | null | undefined;
}>;


export type MessageQuery = { readonly node:
    | { readonly id: string, readonly type: string, readonly idempotencyKey: string, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null, readonly message: { readonly id: string } | null }
    | { readonly id: string, readonly state: MessageState, readonly bounce: BounceKind | null, readonly reason: MessageFailureReason | null, readonly evidence: DeliveryEvidence | null, readonly recipient?: string | null, readonly locale: string, readonly eventTypeName: string, readonly idempotencyKey: string, readonly metadata: Record<string, unknown> | null, readonly simulated: boolean, readonly role: CopyRole | null, readonly fellBack: ReadonlyArray<string>, readonly createdAt: string, readonly sendAt: string | null, readonly expiresAt: string, readonly endedAt: string | null, readonly nextAttemptAt: string | null, readonly copyOf: { readonly id: string, readonly recipient?: string | null } | null, readonly copies: ReadonlyArray<{ readonly id: string, readonly role: CopyRole | null, readonly state: MessageState, readonly recipient?: string | null }> | null, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null, readonly endedBy: string } | null, readonly templateVersion: { readonly id: string, readonly version: number, readonly subject: string } | null, readonly workspace: { readonly id: string, readonly name: string, readonly timezone: string } | null, readonly event: { readonly id: string }, readonly contact?: { readonly id: string, readonly reference: string | null } | null, readonly contactAtEmit: { readonly contactId: string, readonly reference: string | null } | null, readonly suppression?: { readonly id: string, readonly email: string | null, readonly reason: SuppressionReason, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks>, readonly note: string | null, readonly byKeyId: string | null, readonly createdAt: string } | null, readonly resendOf: { readonly id: string, readonly createdAt: string } | null, readonly resends: ReadonlyArray<{ readonly id: string, readonly state: MessageState, readonly createdAt: string }>, readonly webhooks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: WebhookType, readonly state: WebhookState, readonly createdAt: string, readonly lastStatus: number | null, readonly lastError: WebhookError | null, readonly nextAttemptAt: string | null, readonly attempts: ReadonlyArray<{ readonly status: number | null, readonly error: WebhookError | null }>, readonly endpoint: { readonly id: string, readonly url: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null, readonly timeline: ReadonlyArray<
        | { readonly __typename: 'TimelineAccepted', readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineAttempt', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineBounced', readonly bounce: BounceKind | null, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineClaimed', readonly number: number, readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineComplained', readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineDeferred', readonly until: string, readonly isLast: boolean, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineDelivered', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineExpired', readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineFailed', readonly reason: MessageFailureReason | null, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineMoved', readonly sendAt: string, readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineOpened', readonly at: string, readonly cursor: string, readonly open: { readonly machine: boolean } }
        | { readonly __typename: 'TimelineRelayed', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null }
        | { readonly __typename: 'TimelineReplied', readonly automatic: boolean, readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineReport', readonly at: string, readonly cursor: string, readonly report: { readonly kind: MessageReportKind, readonly hard: boolean, readonly reply: string | null } }
        | { readonly __typename: 'TimelineScheduled', readonly sendAt: string, readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineSuppressed', readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineWaiting', readonly waitsFor: ExchangerWaitReason, readonly provider: string, readonly until: string, readonly reply: string | null, readonly at: string, readonly cursor: string }
        | { readonly __typename: 'TimelineWebhookSent', readonly status: number | null, readonly at: string, readonly cursor: string, readonly webhook: { readonly id: string, readonly type: WebhookType } | null }
      > }
    | Record<PropertyKey, never>
   | null };

type Moment_TimelineAccepted_Fragment = { readonly __typename: 'TimelineAccepted', readonly at: string, readonly cursor: string };

type Moment_TimelineAttempt_Fragment = { readonly __typename: 'TimelineAttempt', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineBounced_Fragment = { readonly __typename: 'TimelineBounced', readonly bounce: BounceKind | null, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineClaimed_Fragment = { readonly __typename: 'TimelineClaimed', readonly number: number, readonly at: string, readonly cursor: string };

type Moment_TimelineComplained_Fragment = { readonly __typename: 'TimelineComplained', readonly at: string, readonly cursor: string };

type Moment_TimelineDeferred_Fragment = { readonly __typename: 'TimelineDeferred', readonly until: string, readonly isLast: boolean, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineDelivered_Fragment = { readonly __typename: 'TimelineDelivered', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineExpired_Fragment = { readonly __typename: 'TimelineExpired', readonly at: string, readonly cursor: string };

type Moment_TimelineFailed_Fragment = { readonly __typename: 'TimelineFailed', readonly reason: MessageFailureReason | null, readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineMoved_Fragment = { readonly __typename: 'TimelineMoved', readonly sendAt: string, readonly at: string, readonly cursor: string };

type Moment_TimelineOpened_Fragment = { readonly __typename: 'TimelineOpened', readonly at: string, readonly cursor: string, readonly open: { readonly machine: boolean } };

type Moment_TimelineRelayed_Fragment = { readonly __typename: 'TimelineRelayed', readonly at: string, readonly cursor: string, readonly attempt: { readonly number: number, readonly durationMs: number, readonly outcome: MessageAttemptOutcome, readonly transport: MailTransport, readonly exchanger: string | null, readonly reply: string | null, readonly answered: boolean, readonly tlsVersion: string | null } | null };

type Moment_TimelineReplied_Fragment = { readonly __typename: 'TimelineReplied', readonly automatic: boolean, readonly at: string, readonly cursor: string };

type Moment_TimelineReport_Fragment = { readonly __typename: 'TimelineReport', readonly at: string, readonly cursor: string, readonly report: { readonly kind: MessageReportKind, readonly hard: boolean, readonly reply: string | null } };

type Moment_TimelineScheduled_Fragment = { readonly __typename: 'TimelineScheduled', readonly sendAt: string, readonly at: string, readonly cursor: string };

type Moment_TimelineSuppressed_Fragment = { readonly __typename: 'TimelineSuppressed', readonly at: string, readonly cursor: string };

type Moment_TimelineWaiting_Fragment = { readonly __typename: 'TimelineWaiting', readonly waitsFor: ExchangerWaitReason, readonly provider: string, readonly until: string, readonly reply: string | null, readonly at: string, readonly cursor: string };

type Moment_TimelineWebhookSent_Fragment = { readonly __typename: 'TimelineWebhookSent', readonly status: number | null, readonly at: string, readonly cursor: string, readonly webhook: { readonly id: string, readonly type: WebhookType } | null };

export type MomentFragment =
  | Moment_TimelineAccepted_Fragment
  | Moment_TimelineAttempt_Fragment
  | Moment_TimelineBounced_Fragment
  | Moment_TimelineClaimed_Fragment
  | Moment_TimelineComplained_Fragment
  | Moment_TimelineDeferred_Fragment
  | Moment_TimelineDelivered_Fragment
  | Moment_TimelineExpired_Fragment
  | Moment_TimelineFailed_Fragment
  | Moment_TimelineMoved_Fragment
  | Moment_TimelineOpened_Fragment
  | Moment_TimelineRelayed_Fragment
  | Moment_TimelineReplied_Fragment
  | Moment_TimelineReport_Fragment
  | Moment_TimelineScheduled_Fragment
  | Moment_TimelineSuppressed_Fragment
  | Moment_TimelineWaiting_Fragment
  | Moment_TimelineWebhookSent_Fragment
;

export type MessageGoesOnSubscriptionVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MessageGoesOnSubscription = { readonly messageTimeline: { readonly cursor: string, readonly entries: ReadonlyArray<
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
      | { readonly cursor: string }
    > } | null };

export type MessageWhyQueryVariables = Exact<{
  id: string;
  workspace?: string | null | undefined;
}>;


export type MessageWhyQuery = { readonly messageExplain: { readonly cause: ExplanationCause, readonly summary: string, readonly code: string | null, readonly next: string | null, readonly steps: ReadonlyArray<{ readonly rule: ExplanationRule, readonly verdict: ExplanationVerdict, readonly fact: string, readonly at: string | null, readonly until: string | null, readonly endedBy: string | null, readonly cause: ExplanationCause | null, readonly code: string | null }> } | null };

export type ExplainedFragment = { readonly cause: ExplanationCause, readonly summary: string, readonly code: string | null, readonly next: string | null, readonly steps: ReadonlyArray<{ readonly rule: ExplanationRule, readonly verdict: ExplanationVerdict, readonly fact: string, readonly at: string | null, readonly until: string | null, readonly endedBy: string | null, readonly cause: ExplanationCause | null, readonly code: string | null }> };

export type RampProgressQueryVariables = Exact<{
  workspace: string;
}>;


export type RampProgressQuery = { readonly workspace: { readonly id: string, readonly health: { readonly volume: { readonly delivered: number, readonly deliveredWanted: number, readonly sendingDays: number, readonly sendingDaysWanted: number } | null } } | null };

export type PauseSharesQueryVariables = Exact<{
  workspace: string;
}>;


export type PauseSharesQuery = { readonly workspace: { readonly id: string, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly window: { readonly bounceShare: number | null, readonly complaintShare: number | null } } } | null };

export type MessageMailQueryVariables = Exact<{
  id: string;
}>;


export type MessageMailQuery = { readonly message:
    | { readonly id: string, readonly rendered: { readonly subject: string, readonly from: string | null, readonly displayName: string | null, readonly replyTo: string | null, readonly html: string, readonly text: string, readonly headers: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly event: { readonly id: string, readonly payload: Record<string, unknown> | null } }
    | Record<PropertyKey, never>
   | null };

export type MessageRepliesQueryVariables = Exact<{
  workspace: string;
  message: string;
}>;


export type MessageRepliesQuery = { readonly messageReplies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly automatic: boolean, readonly text: string | null, readonly answer: string | null, readonly isCut: boolean, readonly from: { readonly address: string | null, readonly name: string | null, readonly isRecipient: boolean }, readonly spam: { readonly isSpam: boolean, readonly score: number, readonly threshold: number } | null, readonly attachments: ReadonlyArray<{ readonly position: number, readonly filename: string, readonly bytes: number }> }> } | null };

export type ReplyFileQueryVariables = Exact<{
  workspace: string;
  message: string;
  reply: string;
  position: number;
}>;


export type ReplyFileQuery = { readonly messageReplyAttachment: { readonly position: number, readonly content: string } | null };

export type MessageResendMutationVariables = Exact<{
  workspace: string;
  id: string;
}>;


export type MessageResendMutation = { readonly messageResend: { readonly created: boolean, readonly message: { readonly id: string } | null } | null };

export type MessageRescheduleMutationVariables = Exact<{
  workspace: string;
  id: string;
  sendAt: string;
}>;


export type MessageRescheduleMutation = { readonly messageReschedule: { readonly message: { readonly id: string, readonly state: MessageState, readonly sendAt: string | null } | null } | null };

export type MessageCancelMutationVariables = Exact<{
  workspace: string;
  id: string;
}>;


export type MessageCancelMutation = { readonly messageCancel: { readonly message: { readonly id: string, readonly state: MessageState } | null } | null };

export type EmitsQueryVariables = Exact<{
  workspace?: string | null | undefined;
  filter?: EventFilter | null | undefined;
  orderBy?: ListOrder | null | undefined;
  after?: string | null | undefined;
  people?: boolean | null | undefined;
}>;


export type EmitsQuery = { readonly events: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly idempotencyKey: string, readonly createdAt: string, readonly contactAtEmit: { readonly contactId: string, readonly reference: string | null } | null, readonly message: { readonly id: string, readonly state: MessageState, readonly recipient?: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RefusedEmitsQueryVariables = Exact<{
  filter?: RefusedEmitFilter | null | undefined;
  after?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type RefusedEmitsQuery = { readonly refusedEmits: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly code: string, readonly at: string, readonly times: number, readonly eventTypeName: string | null, readonly idempotencyKey: string | null, readonly requestId: string, readonly apiKeyId: string | null, readonly faults: ReadonlyArray<{ readonly path: string, readonly message: string | null }>, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RefusedCountQueryVariables = Exact<{
  filter: RefusedEmitFilter;
}>;


export type RefusedCountQuery = { readonly refusedEmits: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null };

export type AddressWhyQueryVariables = Exact<{
  workspace: string;
  email: string;
  eventType: string;
}>;


export type AddressWhyQuery = { readonly addressExplain: { readonly cause: ExplanationCause, readonly summary: string, readonly code: string | null, readonly next: string | null, readonly steps: ReadonlyArray<{ readonly rule: ExplanationRule, readonly verdict: ExplanationVerdict, readonly fact: string, readonly at: string | null, readonly until: string | null, readonly endedBy: string | null, readonly cause: ExplanationCause | null, readonly code: string | null }> } | null };

export type VersionNumbersQueryVariables = Exact<{
  eventType: string;
}>;


export type VersionNumbersQuery = { readonly templateVersions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number }> } | null };

export type RefusingDomainsQueryVariables = Exact<{ [key: string]: never; }>;


export type RefusingDomainsQuery = { readonly refusingDomains: { readonly capped: boolean, readonly domains: ReadonlyArray<{ readonly domain: string, readonly waiting: number, readonly waitingOtherwise: number, readonly workspaces: number, readonly since: string, readonly nextAttemptAt: string, readonly exchanger: string | null, readonly reply: string | null }> } | null };

export type CountedFragment = { readonly count: number, readonly capped: boolean };

export type OperationsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperationsQuery = { readonly operations: { readonly concerns: ReadonlyArray<{ readonly alert: string, readonly summary: string, readonly doNext: string, readonly since: string | null }> | null, readonly sending: { readonly oldestDueAt: string | null, readonly oldestEmitAt: string | null, readonly due: { readonly count: number, readonly capped: boolean }, readonly queued: { readonly count: number, readonly capped: boolean }, readonly scheduled: { readonly count: number, readonly capped: boolean }, readonly sending: { readonly count: number, readonly capped: boolean }, readonly awaitingReport: { readonly count: number, readonly capped: boolean }, readonly lostLeases: { readonly count: number, readonly capped: boolean }, readonly workspacesDue: { readonly count: number, readonly capped: boolean } } | null, readonly webhooks: { readonly oldestDueAt: string | null, readonly oldestRoundAt: string | null, readonly due: { readonly count: number, readonly capped: boolean }, readonly pending: { readonly count: number, readonly capped: boolean }, readonly endpointsDue: { readonly count: number, readonly capped: boolean } } | null, readonly erasures: { readonly oldestRequestedAt: string | null, readonly open: { readonly count: number, readonly capped: boolean }, readonly overdue: { readonly count: number, readonly capped: boolean } } | null, readonly sendingDomains: { readonly verified: number, readonly pending: number, readonly warning: number, readonly failed: number, readonly due: number, readonly oldestDueAt: string | null, readonly capped: boolean } | null, readonly figureChanges: { readonly count: number, readonly capped: boolean } | null, readonly processes: ReadonlyArray<{ readonly name: string, readonly roles: ReadonlyArray<string>, readonly connectedSince: string, readonly clockOffsetSeconds: number }> | null, readonly queues: ReadonlyArray<{ readonly name: string, readonly waiting: number, readonly taken: number, readonly countedAt: string }> | null, readonly failingEndpoints: ReadonlyArray<{ readonly id: string, readonly url: string, readonly pausedAt: string | null, readonly breaker: { readonly failures: number, readonly pausedUntil: string | null }, readonly platform: { readonly id: string, readonly name: string } }> | null } | null };

export type ContactsQueryVariables = Exact<{
  workspace: string;
  search?: string | null | undefined;
  status?: ContactStatusFilter | null | undefined;
  decidedBy?: ConsentAuthor | null | undefined;
  after?: string | null | undefined;
  left?: boolean | null | undefined;
}>;


export type ContactsQuery = { readonly contacts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string, readonly reference: string | null, readonly status: ContactStatus, readonly locale: string | null, readonly createdAt: string | null, readonly tags?: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly marketing?: { readonly at: string | null } | null, readonly consentChanges?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: ConsentSource, readonly apiKeyId: string | null }> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ContactQueryVariables = Exact<{
  workspace: string;
  contact: string;
}>;


export type ContactQuery = { readonly contact: { readonly id: string, readonly email: string, readonly reference: string | null, readonly status: ContactStatus, readonly locale: string | null, readonly attributes: Record<string, unknown>, readonly pixelConsentAt: string | null, readonly createdAt: string | null, readonly updatedAt: string | null, readonly tags: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly marketing: { readonly state: ContactStatus, readonly at: string | null, readonly consentedAt: string | null } | null, readonly topics: ReadonlyArray<{ readonly key: string, readonly state: TopicState, readonly at: string, readonly source: TopicSource }> | null, readonly workspace: { readonly id: string, readonly name: string, readonly timezone: string } } | null };

export type ConsentLedgerQueryVariables = Exact<{
  workspace: string;
  contact: string;
  after?: string | null | undefined;
}>;


export type ConsentLedgerQuery = { readonly contact: { readonly id: string, readonly consentChanges: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly topic: string | null, readonly state: ContactStatus, readonly source: ConsentSource, readonly at: string, readonly createdAt: string, readonly apiKeyId: string | null, readonly replacedState: ContactStatus, readonly replacedAt: string | null, readonly undoneAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null };

export type KeyNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyNamesQuery = { readonly apiKeys: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export type PersonQueryVariables = Exact<{
  email: string;
}>;


export type PersonQuery = { readonly person: { readonly email: string, readonly contacts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly reference: string | null, readonly status: ContactStatus, readonly locale: string | null, readonly createdAt: string | null, readonly workspace: { readonly id: string, readonly name: string } }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null, readonly suppressions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string | null, readonly reason: SuppressionReason, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks>, readonly note: string | null, readonly byKeyId: string | null, readonly createdAt: string, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null, readonly erasedAddresses: { readonly nodes: ReadonlyArray<{ readonly erasedAt: string, readonly erasure: { readonly id: string, readonly requestedAt: string, readonly finishedAt: string | null } | null, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null } | null };

export type SuppressionFactsFragment = { readonly id: string, readonly email: string | null, readonly reason: SuppressionReason, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks>, readonly note: string | null, readonly byKeyId: string | null, readonly createdAt: string };

export type SuppressionsQueryVariables = Exact<{
  workspace: string;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type SuppressionsQuery = { readonly suppressions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string | null, readonly reason: SuppressionReason, readonly scope: SuppressionScope, readonly blocks: ReadonlyArray<SuppressionBlocks>, readonly note: string | null, readonly byKeyId: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type SuppressionLiftsQueryVariables = Exact<{
  workspace: string;
  email?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type SuppressionLiftsQuery = { readonly suppressionLifts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly reason: SuppressionReason, readonly scope: SuppressionScope, readonly note: string | null, readonly byKeyId: string | null, readonly suppressedAt: string, readonly liftedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AddressSuppressMutationVariables = Exact<{
  workspace: string;
  email: string;
  note?: string | null | undefined;
}>;


export type AddressSuppressMutation = { readonly addressSuppress: { readonly suppression: { readonly id: string } | null } | null };

export type SuppressionLiftMutationVariables = Exact<{
  workspace: string;
  id: string;
  note?: string | null | undefined;
}>;


export type SuppressionLiftMutation = { readonly suppressionLift: { readonly liftedSuppressionId: string } | null };

export type PersonEraseMutationVariables = Exact<{
  workspace: string;
  input: PersonEraseInput;
}>;


export type PersonEraseMutation = { readonly personErase: { readonly erasure: { readonly id: string, readonly requestedAt: string, readonly finishedAt: string | null } | null } | null };

export type LeaversQueryVariables = Exact<{ [key: string]: never; }>;


export type LeaversQuery = { readonly leavers: { readonly capped: boolean, readonly people: ReadonlyArray<{ readonly at: string, readonly source: ConsentSource, readonly contact: { readonly id: string, readonly email: string, readonly reference: string | null } | null, readonly workspace: { readonly id: string, readonly name: string } | null }> } | null };

export type PictureFactsFragment = { readonly id: string, readonly url: string, readonly width: number, readonly height: number, readonly size: number };

export type PicturesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PicturesQuery = { readonly pictures: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly width: number, readonly height: number, readonly size: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PictureUploadMutationVariables = Exact<{
  content: string;
}>;


export type PictureUploadMutation = { readonly pictureCreate: { readonly created: boolean, readonly picture: { readonly id: string, readonly url: string, readonly width: number, readonly height: number, readonly size: number } | null } | null };

export type PictureRemoveMutationVariables = Exact<{
  id: string;
}>;


export type PictureRemoveMutation = { readonly pictureDelete: { readonly deletedPictureId: string } | null };

export type PlatformsQueryVariables = Exact<{
  search?: string | null | undefined;
  orderBy: PlatformOrder;
  after?: string | null | undefined;
}>;


export type PlatformsQuery = { readonly platforms: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly requestLimit: number | null, readonly workspaceCeiling: number | null, readonly suspendedAt: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PlatformLimitsQueryVariables = Exact<{
  id: string;
}>;


export type PlatformLimitsQuery = { readonly node:
    | { readonly id: string, readonly name: string, readonly requestLimit: number | null, readonly workspaceCeiling: number | null, readonly suspendedAt: string | null, readonly createdAt: string }
    | Record<PropertyKey, never>
   | null };

export type PlatformRenameMutationVariables = Exact<{
  input: PlatformUpdateInput;
}>;


export type PlatformRenameMutation = { readonly platformUpdate: { readonly platform: { readonly id: string, readonly name: string } | null } | null };

export type PlatformSuspendMutationVariables = Exact<{
  input: PlatformSuspensionInput;
}>;


export type PlatformSuspendMutation = { readonly platformSuspend: { readonly platform: { readonly id: string, readonly suspendedAt: string | null } | null } | null };

export type PlatformResumeMutationVariables = Exact<{
  input: PlatformSuspensionInput;
}>;


export type PlatformResumeMutation = { readonly platformResume: { readonly platform: { readonly id: string, readonly suspendedAt: string | null } | null } | null };

export type PlatformCreateMutationVariables = Exact<{
  input: PlatformCreateInput;
}>;


export type PlatformCreateMutation = { readonly platformCreate: { readonly platform: { readonly id: string, readonly name: string } | null, readonly apiKey: { readonly id: string, readonly secret: string | null } | null } | null };

export type RequestLimitSetMutationVariables = Exact<{
  input: RequestLimitSetInput;
}>;


export type RequestLimitSetMutation = { readonly requestLimitSet: { readonly platform: { readonly id: string } | null } | null };

export type CeilingSetMutationVariables = Exact<{
  input: WorkspaceCeilingSetInput;
}>;


export type CeilingSetMutation = { readonly workspaceCeilingSet: { readonly platform: { readonly id: string } | null } | null };

export type DomainRecordsFragment = { readonly id: string, readonly domain: string, readonly status: SendingDomainStatus, readonly sendable: boolean, readonly dkimSelector: string, readonly returnPath: string, readonly replyDomain: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly graceEndsAt: string | null, readonly records: ReadonlyArray<{ readonly type: DnsRecordType, readonly name: string, readonly value: string, readonly purpose: DnsRecordPurpose, readonly required: boolean, readonly status: DnsRecordStatus, readonly found: string | null, readonly checkedAt: string | null }> };

export type DomainQueryVariables = Exact<{ [key: string]: never; }>;


export type DomainQuery = { readonly sendingDomain: { readonly id: string, readonly domain: string, readonly status: SendingDomainStatus, readonly sendable: boolean, readonly dkimSelector: string, readonly returnPath: string, readonly replyDomain: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly graceEndsAt: string | null, readonly records: ReadonlyArray<{ readonly type: DnsRecordType, readonly name: string, readonly value: string, readonly purpose: DnsRecordPurpose, readonly required: boolean, readonly status: DnsRecordStatus, readonly found: string | null, readonly checkedAt: string | null }> } | null };

export type DomainSaveMutationVariables = Exact<{
  input: SendingDomainSaveInput;
}>;


export type DomainSaveMutation = { readonly sendingDomainSave: { readonly sendingDomain: { readonly id: string, readonly domain: string, readonly status: SendingDomainStatus, readonly sendable: boolean, readonly dkimSelector: string, readonly returnPath: string, readonly replyDomain: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly graceEndsAt: string | null, readonly records: ReadonlyArray<{ readonly type: DnsRecordType, readonly name: string, readonly value: string, readonly purpose: DnsRecordPurpose, readonly required: boolean, readonly status: DnsRecordStatus, readonly found: string | null, readonly checkedAt: string | null }> } | null } | null };

export type DomainVerifyMutationVariables = Exact<{ [key: string]: never; }>;


export type DomainVerifyMutation = { readonly sendingDomainVerify: { readonly sendingDomain: { readonly id: string, readonly domain: string, readonly status: SendingDomainStatus, readonly sendable: boolean, readonly dkimSelector: string, readonly returnPath: string, readonly replyDomain: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly graceEndsAt: string | null, readonly records: ReadonlyArray<{ readonly type: DnsRecordType, readonly name: string, readonly value: string, readonly purpose: DnsRecordPurpose, readonly required: boolean, readonly status: DnsRecordStatus, readonly found: string | null, readonly checkedAt: string | null }> } | null } | null };

export type DomainDeleteMutationVariables = Exact<{ [key: string]: never; }>;


export type DomainDeleteMutation = { readonly sendingDomainDelete: { readonly deletedSendingDomainId: string } | null };

export type CurrentKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentKeyQuery = { readonly currentKey: { readonly id: string, readonly name: string, readonly createdAt: string, readonly expiresAt: string | null, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly platform: { readonly id: string, readonly name: string }, readonly workspace: { readonly id: string, readonly name: string } | null } | null };

export type PlatformNameQueryVariables = Exact<{
  id: string;
}>;


export type PlatformNameQuery = { readonly node:
    | { readonly id: string, readonly name: string }
    | Record<PropertyKey, never>
   | null };

export type TemplateContentFragment = { readonly id: string, readonly version: number, readonly subject: string, readonly fromLocalPart: string, readonly displayName: string | null, readonly replyTo: string | null, readonly locale: string, readonly composition: unknown, readonly translations: unknown, readonly createdAt: string, readonly note: string | null, readonly savedBy: { readonly name: string } | null };

export type TemplateQueryVariables = Exact<{
  eventType: string;
}>;


export type TemplateQuery = { readonly template: { readonly id: string, readonly version: number, readonly subject: string, readonly fromLocalPart: string, readonly displayName: string | null, readonly replyTo: string | null, readonly locale: string, readonly composition: unknown, readonly translations: unknown, readonly createdAt: string, readonly note: string | null, readonly savedBy: { readonly name: string } | null } | null };

export type DraftContentFragment = { readonly id: string, readonly name: string, readonly revision: number, readonly baseVersion: number | null, readonly subject: string | null, readonly fromLocalPart: string | null, readonly displayName: string | null, readonly replyTo: string | null, readonly locale: string | null, readonly composition: unknown, readonly translations: unknown, readonly updatedAt: string, readonly savedBy: { readonly name: string } | null };

export type TemplateDraftQueryVariables = Exact<{
  id: string;
}>;


export type TemplateDraftQuery = { readonly templateDraft: { readonly id: string, readonly name: string, readonly revision: number, readonly baseVersion: number | null, readonly subject: string | null, readonly fromLocalPart: string | null, readonly displayName: string | null, readonly replyTo: string | null, readonly locale: string | null, readonly composition: unknown, readonly translations: unknown, readonly updatedAt: string, readonly savedBy: { readonly name: string } | null } | null };

export type TemplateDraftsQueryVariables = Exact<{
  eventType: string;
  after?: string | null | undefined;
}>;


export type TemplateDraftsQuery = { readonly templateDrafts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly baseVersion: number | null, readonly updatedAt: string, readonly savedBy: { readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type TemplateDraftCreateMutationVariables = Exact<{
  eventType: string;
  input: TemplateDraftCreateInput;
}>;


export type TemplateDraftCreateMutation = { readonly templateDraftCreate: { readonly templateDraft: { readonly id: string } | null } | null };

export type TemplateDraftSaveMutationVariables = Exact<{
  id: string;
  input: TemplateDraftSaveInput;
}>;


export type TemplateDraftSaveMutation = { readonly templateDraftSave: { readonly templateDraft: { readonly id: string, readonly revision: number } | null } | null };

export type TemplateDraftPublishMutationVariables = Exact<{
  id: string;
  input?: TemplateDraftPublishInput | null | undefined;
}>;


export type TemplateDraftPublishMutation = { readonly templateDraftPublish: { readonly templateVersion: { readonly id: string, readonly version: number } | null } | null };

export type TemplateDraftDeleteMutationVariables = Exact<{
  id: string;
}>;


export type TemplateDraftDeleteMutation = { readonly templateDraftDelete: { readonly deletedTemplateDraftId: string } | null };

export type TemplateLineFragment = { readonly id: string, readonly name: string, readonly template: { readonly id: string, readonly version: number, readonly subject: string, readonly locale: string, readonly createdAt: string, readonly savedBy: { readonly name: string } | null, readonly coverage: ReadonlyArray<{ readonly locale: string, readonly texts: number, readonly translated: number, readonly missing: ReadonlyArray<string>, readonly outdated: ReadonlyArray<string> }> } | null };

export type TemplatesQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type TemplatesQuery = { readonly eventTypes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly template: { readonly id: string, readonly version: number, readonly subject: string, readonly locale: string, readonly createdAt: string, readonly savedBy: { readonly name: string } | null, readonly coverage: ReadonlyArray<{ readonly locale: string, readonly texts: number, readonly translated: number, readonly missing: ReadonlyArray<string>, readonly outdated: ReadonlyArray<string> }> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type TemplateUseQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type TemplateUseQuery = { readonly figures: { readonly groups: ReadonlyArray<{ readonly eventType: { readonly id: string } | null, readonly figures: { readonly accepted: number } }> | null } | null };

export type UsedTemplatesQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type UsedTemplatesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'ApiKey' }
    | { readonly __typename: 'Contact' }
    | { readonly __typename: 'Erasure' }
    | { readonly __typename: 'Event' }
    | { readonly __typename: 'EventType', readonly id: string, readonly name: string, readonly template: { readonly id: string, readonly version: number, readonly subject: string, readonly locale: string, readonly createdAt: string, readonly savedBy: { readonly name: string } | null, readonly coverage: ReadonlyArray<{ readonly locale: string, readonly texts: number, readonly translated: number, readonly missing: ReadonlyArray<string>, readonly outdated: ReadonlyArray<string> }> } | null }
    | { readonly __typename: 'File' }
    | { readonly __typename: 'Import' }
    | { readonly __typename: 'Message' }
    | { readonly __typename: 'Picture' }
    | { readonly __typename: 'Platform' }
    | { readonly __typename: 'SendingDomain' }
    | { readonly __typename: 'Suppression' }
    | { readonly __typename: 'TemplateDraft' }
    | { readonly __typename: 'TemplateVersion' }
    | { readonly __typename: 'Webhook' }
    | { readonly __typename: 'WebhookEndpoint' }
    | { readonly __typename: 'WebhookSecret' }
    | { readonly __typename: 'Workspace' }
   | null> | null };

export type TemplateLanguagesQueryVariables = Exact<{ [key: string]: never; }>;


export type TemplateLanguagesQuery = { readonly templateLanguages: { readonly eventTypes: number, readonly capped: boolean, readonly languages: ReadonlyArray<{ readonly locale: string, readonly complete: number, readonly incomplete: number, readonly outdated: number, readonly absent: number }> } | null };

export type TemplateVersionsQueryVariables = Exact<{
  eventType: string;
  after?: string | null | undefined;
  from: string;
  to: string;
  withFigures: boolean;
}>;


export type TemplateVersionsQuery = { readonly templateVersions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly subject: string, readonly restoredFrom: number | null, readonly createdAt: string, readonly note: string | null, readonly savedBy: { readonly name: string } | null, readonly figures?: { readonly total: { readonly accepted: number, readonly fellBack: number, readonly rates: { readonly delivered: number | null, readonly opened: number | null, readonly bounced: number | null } } } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type TemplateChangesFragment = { readonly textsOmitted: number, readonly texts: ReadonlyArray<{ readonly locale: string, readonly fieldId: string, readonly blockId: string | null, readonly change: TemplateTextChangeKind, readonly before: string | null, readonly after: string | null }>, readonly blocks: ReadonlyArray<{ readonly blockId: string, readonly type: string, readonly change: TemplateBlockChangeKind, readonly attributes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly values: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> };

export type TemplateDiffQueryVariables = Exact<{
  eventType: string;
  from: number;
  to: number;
}>;


export type TemplateDiffQuery = { readonly templateDiff: { readonly textsOmitted: number, readonly texts: ReadonlyArray<{ readonly locale: string, readonly fieldId: string, readonly blockId: string | null, readonly change: TemplateTextChangeKind, readonly before: string | null, readonly after: string | null }>, readonly blocks: ReadonlyArray<{ readonly blockId: string, readonly type: string, readonly change: TemplateBlockChangeKind, readonly attributes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly values: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } | null };

export type TemplateDraftDiffQueryVariables = Exact<{
  id: string;
  version?: number | null | undefined;
}>;


export type TemplateDraftDiffQuery = { readonly templateDraftDiff: { readonly textsOmitted: number, readonly texts: ReadonlyArray<{ readonly locale: string, readonly fieldId: string, readonly blockId: string | null, readonly change: TemplateTextChangeKind, readonly before: string | null, readonly after: string | null }>, readonly blocks: ReadonlyArray<{ readonly blockId: string, readonly type: string, readonly change: TemplateBlockChangeKind, readonly attributes: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> }>, readonly values: ReadonlyArray<{ readonly path: string, readonly before: unknown, readonly after: unknown }> } | null };

export type TemplatePreviewQueryVariables = Exact<{
  eventType: string;
  input: TemplatePreviewInput;
}>;


export type TemplatePreviewQuery = { readonly templatePreview: { readonly subject: string, readonly displayName: string | null, readonly fromLocalPart: string, readonly replyTo: string | null, readonly html: string, readonly text: string, readonly fallenBack: ReadonlyArray<string>, readonly files: ReadonlyArray<{ readonly filename: string }> } | null };

export type TemplatePayloadsQueryVariables = Exact<{
  eventType: string;
}>;


export type TemplatePayloadsQuery = { readonly templatePayloads: ReadonlyArray<{ readonly payload: unknown, readonly locale: string, readonly timezone: string, readonly event: { readonly id: string, readonly createdAt: string } | null, readonly contact: { readonly email: string, readonly attributes: unknown } | null }> | null };

export type MaskedPayloadsQueryVariables = Exact<{
  eventType: string;
}>;


export type MaskedPayloadsQuery = { readonly templatePayloads: ReadonlyArray<{ readonly masked: unknown }> | null };

export type TemplateExamplesQueryVariables = Exact<{
  eventType: string;
}>;


export type TemplateExamplesQuery = { readonly eventType: { readonly id: string, readonly examples: ReadonlyArray<{ readonly name: string, readonly locale: string | null, readonly fits: boolean }> | null } | null };

export type TemplateTrialQueryVariables = Exact<{
  eventType: string;
  draft: TemplateSaveInput;
}>;


export type TemplateTrialQuery = { readonly templateCheck: { readonly payloads: number, readonly fallingBack: number, readonly locales: ReadonlyArray<{ readonly locale: string, readonly htmlBytes: number, readonly payloads: number, readonly fallingBack: number, readonly tags: ReadonlyArray<{ readonly tag: string, readonly payloads: number }> }>, readonly warnings: ReadonlyArray<{ readonly code: TemplateWarningCode, readonly locale: string, readonly message: string }> } | null };

export type TemplateTextsQueryVariables = Exact<{
  eventType: string;
  locale: string;
  format: TranslationFormat;
}>;


export type TemplateTextsQuery = { readonly template: { readonly translationFile: string } | null };

export type TemplateTranslateMutationVariables = Exact<{
  eventType: string;
  input: TemplateTranslateInput;
}>;


export type TemplateTranslateMutation = { readonly templateTranslate: { readonly locale: string, readonly changed: ReadonlyArray<string>, readonly unknown: ReadonlyArray<string>, readonly outdated: ReadonlyArray<string>, readonly warnings: ReadonlyArray<{ readonly fieldId: string, readonly message: string }> } | null };

export type TemplateTestMutationVariables = Exact<{
  eventType: string;
  input: TemplateTestInput;
}>;


export type TemplateTestMutation = { readonly templateTest: { readonly to: string, readonly outcome: MessageAttemptOutcome | null, readonly reply: string | null } | null };

export type TemplateSaveMutationVariables = Exact<{
  eventType: string;
  input: TemplateSaveInput;
  note?: string | null | undefined;
}>;


export type TemplateSaveMutation = { readonly templateSave: { readonly created: boolean, readonly templateVersion: { readonly id: string, readonly version: number } | null } | null };

export type TemplateRestoreMutationVariables = Exact<{
  eventType: string;
  version: number;
}>;


export type TemplateRestoreMutation = { readonly templateRestore: { readonly templateVersion: { readonly id: string, readonly version: number } | null } | null };

export type FormatFieldFragment = { readonly name: string, readonly description: string, readonly required: boolean, readonly nullable: boolean, readonly default: unknown, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null, readonly minimum: number | null, readonly maximum: number | null, readonly format: CompositionValueFormat | null }> };

export type CompositionFormatQueryVariables = Exact<{ [key: string]: never; }>;


export type CompositionFormatQuery = { readonly compositionFormat: { readonly limits: { readonly blocks: number, readonly depth: number, readonly columns: number }, readonly settings: ReadonlyArray<{ readonly name: string, readonly description: string, readonly required: boolean, readonly nullable: boolean, readonly default: unknown, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null, readonly minimum: number | null, readonly maximum: number | null, readonly format: CompositionValueFormat | null }> }>, readonly theme: ReadonlyArray<{ readonly name: string, readonly description: string, readonly required: boolean, readonly nullable: boolean, readonly default: unknown, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null, readonly minimum: number | null, readonly maximum: number | null, readonly format: CompositionValueFormat | null }> }>, readonly blocks: ReadonlyArray<{ readonly type: string, readonly purpose: string, readonly holds: CompositionBlockHolds, readonly repeats: boolean, readonly example: unknown, readonly attributes: ReadonlyArray<{ readonly name: string, readonly description: string, readonly required: boolean, readonly nullable: boolean, readonly default: unknown, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null, readonly minimum: number | null, readonly maximum: number | null, readonly format: CompositionValueFormat | null }> }>, readonly columnAttributes: ReadonlyArray<{ readonly name: string, readonly description: string, readonly required: boolean, readonly nullable: boolean, readonly default: unknown, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null, readonly minimum: number | null, readonly maximum: number | null, readonly format: CompositionValueFormat | null }> }> | null, readonly texts: ReadonlyArray<{ readonly path: string, readonly kind: CompositionTextKind, readonly localizable: boolean, readonly readsItem: boolean }> }> } | null };

export type CompositionItemsQueryVariables = Exact<{ [key: string]: never; }>;


export type CompositionItemsQuery = { readonly compositionFormat: { readonly blocks: ReadonlyArray<{ readonly type: string, readonly attributes: ReadonlyArray<{ readonly name: string, readonly forms: ReadonlyArray<{ readonly fields: ReadonlyArray<{ readonly name: string, readonly description: string, readonly forms: ReadonlyArray<{ readonly type: CompositionValueType, readonly values: ReadonlyArray<unknown> | null }> }> | null }> }> }> } | null };

export type MergeTagsQueryVariables = Exact<{
  eventType: string;
}>;


export type MergeTagsQuery = { readonly eventType: { readonly id: string, readonly mergeTags: ReadonlyArray<{ readonly path: string, readonly written: string, readonly type: EventFieldType, readonly required: boolean, readonly fallback: string | null, readonly uses: ReadonlyArray<MergeTagUse>, readonly repeats: ReadonlyArray<{ readonly each: string, readonly as: string }>, readonly forms: ReadonlyArray<{ readonly tag: string, readonly text: string }> }> } | null };

export type TopicsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TopicsQuery = { readonly topics: { readonly nodes: ReadonlyArray<{ readonly key: string, readonly name: string, readonly description: string | null, readonly createdAt: string, readonly translations: ReadonlyArray<{ readonly locale: string, readonly name: string, readonly description: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type TopicCreateMutationVariables = Exact<{
  input: TopicCreateInput;
}>;


export type TopicCreateMutation = { readonly topicCreate: { readonly topic: { readonly key: string } | null } | null };

export type TopicUpdateMutationVariables = Exact<{
  key: string;
  input: TopicUpdateInput;
}>;


export type TopicUpdateMutation = { readonly topicUpdate: { readonly topic: { readonly key: string } | null } | null };

export type TopicDeleteMutationVariables = Exact<{
  key: string;
}>;


export type TopicDeleteMutation = { readonly topicDelete: { readonly deletedTopicKey: string } | null };

export type EndpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsQuery = { readonly webhookEndpoints: ReadonlyArray<{ readonly id: string, readonly url: string, readonly types: ReadonlyArray<WebhookType>, readonly workspaceId: string | null, readonly eventTypes: ReadonlyArray<string> | null, readonly version: number | null, readonly rateLimit: number | null, readonly alertEmail: string | null, readonly disabledAt: string | null, readonly createdAt: string | null, readonly updatedAt: string | null, readonly pausedAt: string | null, readonly failingSince: string | null, readonly workspace: { readonly id: string, readonly name: string, readonly reference: string | null } | null, readonly headers: ReadonlyArray<{ readonly name: string, readonly lastFour: string | null }> | null, readonly breaker: { readonly failures: number, readonly pausedUntil: string | null }, readonly backlog: { readonly oldestDueAt: string | null, readonly pending: { readonly count: number, readonly capped: boolean } } | null, readonly latestRedelivery: { readonly id: string, readonly since: string, readonly createdAt: string, readonly finishedAt: string | null, readonly reachedAt: string | null, readonly examined: number, readonly redelivered: number } | null }> | null, readonly webhookSecrets: ReadonlyArray<{ readonly id: string, readonly lastFour: string, readonly createdAt: string | null }> | null };

export type WebhooksQueryVariables = Exact<{
  endpoint?: string | null | undefined;
  state?: WebhookState | null | undefined;
  type?: WebhookType | null | undefined;
  after?: string | null | undefined;
  people?: boolean | null | undefined;
}>;


export type WebhooksQuery = { readonly webhooks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: WebhookType, readonly state: WebhookState, readonly lastStatus: number | null, readonly lastError: WebhookError | null, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly message: { readonly id: string, readonly recipient?: string | null } | null, readonly workspace: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type WebhookQueryVariables = Exact<{
  id: string;
  people: boolean;
}>;


export type WebhookQuery = { readonly webhook: { readonly id: string, readonly type: WebhookType, readonly state: WebhookState, readonly body?: unknown, readonly createdAt: string, readonly deliveredAt: string | null, readonly nextAttemptAt: string | null, readonly lastStatus: number | null, readonly lastError: WebhookError | null, readonly attempts: ReadonlyArray<{ readonly at: string, readonly durationMs: number, readonly status: number | null, readonly error: WebhookError | null }>, readonly endpoint: { readonly id: string, readonly url: string } | null, readonly message: { readonly id: string, readonly recipient?: string | null } | null, readonly workspace: { readonly id: string, readonly name: string } | null } | null };

export type WebhookRedeliverMutationVariables = Exact<{
  id: string;
}>;


export type WebhookRedeliverMutation = { readonly webhookRedeliver: { readonly webhook: { readonly id: string, readonly state: WebhookState } | null } | null };

export type WebhookTestMutationVariables = Exact<{
  endpoint: string;
  type: WebhookType;
}>;


export type WebhookTestMutation = { readonly webhookTestSend: { readonly webhook: { readonly id: string } | null } | null };

export type EndpointCreateMutationVariables = Exact<{
  input: WebhookEndpointCreateInput;
}>;


export type EndpointCreateMutation = { readonly webhookEndpointCreate: { readonly webhookEndpoint: { readonly id: string } | null, readonly webhookSecret: { readonly id: string, readonly secret: string | null } | null } | null };

export type EndpointUpdateMutationVariables = Exact<{
  id: string;
  input: WebhookEndpointUpdateInput;
}>;


export type EndpointUpdateMutation = { readonly webhookEndpointUpdate: { readonly webhookEndpoint: { readonly id: string } | null } | null };

export type EndpointDeleteMutationVariables = Exact<{
  id: string;
}>;


export type EndpointDeleteMutation = { readonly webhookEndpointDelete: { readonly deletedWebhookEndpointId: string } | null };

export type SecretCreateMutationVariables = Exact<{ [key: string]: never; }>;


export type SecretCreateMutation = { readonly webhookSecretCreate: { readonly webhookSecret: { readonly id: string, readonly secret: string | null } | null } | null };

export type SecretDeleteMutationVariables = Exact<{
  id: string;
}>;


export type SecretDeleteMutation = { readonly webhookSecretDelete: { readonly deletedWebhookSecretId: string } | null };

export type AttemptSumsFragment = { readonly since: string, readonly attempts: number, readonly failed: number, readonly slowestMs: number | null, readonly answers: ReadonlyArray<{ readonly status: number | null, readonly error: WebhookError | null, readonly attempts: number }> };

export type EndpointAttemptsQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointAttemptsQuery = { readonly webhookEndpoints: ReadonlyArray<{ readonly id: string, readonly recentAttempts: { readonly lastHour: { readonly since: string, readonly attempts: number, readonly failed: number, readonly slowestMs: number | null, readonly answers: ReadonlyArray<{ readonly status: number | null, readonly error: WebhookError | null, readonly attempts: number }> }, readonly lastDay: { readonly since: string, readonly attempts: number, readonly failed: number, readonly slowestMs: number | null, readonly answers: ReadonlyArray<{ readonly status: number | null, readonly error: WebhookError | null, readonly attempts: number }> } } | null }> | null };

export type EndpointPauseMutationVariables = Exact<{
  id: string;
}>;


export type EndpointPauseMutation = { readonly webhookEndpointPause: { readonly webhookEndpoint: { readonly id: string, readonly pausedAt: string | null } | null } | null };

export type EndpointResumeMutationVariables = Exact<{
  id: string;
}>;


export type EndpointResumeMutation = { readonly webhookEndpointResume: { readonly webhookEndpoint: { readonly id: string, readonly pausedAt: string | null } | null } | null };

export type RedeliverSinceMutationVariables = Exact<{
  endpoint: string;
  since: string;
}>;


export type RedeliverSinceMutation = { readonly webhooksRedeliver: { readonly redelivery: { readonly id: string } | null } | null };

export type WorkspaceStateFragment = { readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null };

export type NamedWorkspaceFragment = { readonly id: string, readonly name: string, readonly reference: string | null };

export type WorkspaceChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type WorkspaceChoicesQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type NewestWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestWorkspaceQuery = { readonly active: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }> } | null, readonly any: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }> } | null };

export type LatestWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestWorkspaceQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null }> } | null };

export type WorkspaceNameQueryVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceNameQuery = { readonly workspace: { readonly id: string, readonly name: string, readonly reference: string | null } | null };

export type WorkspaceListQueryVariables = Exact<{
  search?: string | null | undefined;
  health?: HealthState | null | undefined;
  status?: WorkspaceStatus | null | undefined;
  orderBy: WorkspaceOrder;
  after?: string | null | undefined;
}>;


export type WorkspaceListQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<{ readonly lastEmitAt: string | null, readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null, readonly today: { readonly cap: number | null, readonly sent: number }, readonly window: { readonly ended: number, readonly bounceShare: number | null, readonly complaintShare: number | null } }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type HealthFactsFragment = { readonly state: HealthState, readonly recoversAt: string | null, readonly recoversTo: HealthState | null, readonly changes: ReadonlyArray<{ readonly id: string, readonly at: string, readonly from: HealthState, readonly to: HealthState, readonly reason: HealthReason }>, readonly lines: { readonly windowDays: number, readonly minEnded: number, readonly throttle: { readonly bounceShare: number, readonly bounces: number, readonly complaintShare: number, readonly complaints: number }, readonly pause: { readonly bounceShare: number, readonly bounces: number, readonly complaintShare: number, readonly complaints: number } }, readonly today: { readonly day: string, readonly cap: number | null, readonly sent: number }, readonly volume: { readonly delivered: number, readonly deliveredWanted: number, readonly sendingDays: number, readonly sendingDaysWanted: number } | null, readonly window: { readonly since: string, readonly ended: number, readonly delivered: number, readonly hardBounces: number, readonly complaints: number, readonly bounceShare: number | null, readonly complaintShare: number | null } };

export type LineFactsFragment = { readonly bounceShare: number, readonly bounces: number, readonly complaintShare: number, readonly complaints: number };

export type WorkspaceQueryVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceQuery = { readonly workspace: { readonly lastEmitAt: string | null, readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null, readonly recoversAt: string | null, readonly recoversTo: HealthState | null, readonly changes: ReadonlyArray<{ readonly id: string, readonly at: string, readonly from: HealthState, readonly to: HealthState, readonly reason: HealthReason }>, readonly lines: { readonly windowDays: number, readonly minEnded: number, readonly throttle: { readonly bounceShare: number, readonly bounces: number, readonly complaintShare: number, readonly complaints: number }, readonly pause: { readonly bounceShare: number, readonly bounces: number, readonly complaintShare: number, readonly complaints: number } }, readonly today: { readonly day: string, readonly cap: number | null, readonly sent: number }, readonly volume: { readonly delivered: number, readonly deliveredWanted: number, readonly sendingDays: number, readonly sendingDaysWanted: number } | null, readonly window: { readonly since: string, readonly ended: number, readonly delivered: number, readonly hardBounces: number, readonly complaints: number, readonly bounceShare: number | null, readonly complaintShare: number | null } }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null } | null };

export type WorkspaceStatesQueryVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceStatesQuery = { readonly all: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null, readonly scheduled: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null, readonly queued: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null, readonly delivered: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null, readonly bounced: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null, readonly complained: { readonly totalCount: number | null, readonly totalCountCapped: boolean | null } | null };

export type WorkspaceSuspendMutationVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceSuspendMutation = { readonly workspaceSuspend: { readonly workspace: { readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null } | null } | null };

export type WorkspaceResumeMutationVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceResumeMutation = { readonly workspaceResume: { readonly workspace: { readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null } | null } | null };

export type WorkspaceReleaseMutationVariables = Exact<{
  input: WorkspaceHealthReleaseInput;
}>;


export type WorkspaceReleaseMutation = { readonly workspaceHealthRelease: { readonly workspace: { readonly id: string } | null } | null };

export type WorkspaceCreateMutationVariables = Exact<{
  input: WorkspaceCreateInput;
}>;


export type WorkspaceCreateMutation = { readonly workspaceCreate: { readonly workspace: { readonly id: string } | null } | null };

export type WorkspaceUpdateMutationVariables = Exact<{
  workspace: string;
  input: WorkspaceUpdateInput;
}>;


export type WorkspaceUpdateMutation = { readonly workspaceUpdate: { readonly workspace: { readonly id: string, readonly name: string, readonly reference: string | null, readonly status: WorkspaceStatus, readonly locale: string, readonly timezone: string, readonly createdAt: string | null, readonly health: { readonly state: HealthState, readonly reason: HealthReason | null, readonly since: string | null }, readonly sending: { readonly state: SendingState, readonly reason: SendingBlockReason | null }, readonly waitingFor: { readonly kind: MessageWaitKind, readonly fact: string, readonly until: string | null } | null } | null } | null };

export type WorkspaceDeleteMutationVariables = Exact<{
  workspace: string;
}>;


export type WorkspaceDeleteMutation = { readonly workspaceDelete: { readonly deletedWorkspaceId: string } | null };

export type DeletedWorkspacesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DeletedWorkspacesQuery = { readonly deletedWorkspaces: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly reference: string | null, readonly deletedAt: string, readonly restorableUntil: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type WorkspaceRestoreMutationVariables = Exact<{
  id: string;
  reference?: string | null | undefined;
}>;


export type WorkspaceRestoreMutation = { readonly workspaceRestore: { readonly workspace: { readonly id: string } | null } | null };
