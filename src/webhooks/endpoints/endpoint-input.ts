/** What an endpoint may be told to receive beside its types (docs/rules.md#endpoint-scope). */
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { DomainError, type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import { isStorable } from '../../ground/input/composed-text.ts';
import { didYouMean } from '../../ground/input/near-name.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';
import { rateMax } from '../delivery/endpoint-rate.ts';
import { endpointHeaders } from './endpoint-headers.ts';

/** Event types of one endpoint, repeated ones counted. */
const eventTypesMax = 100;

/** Null, like a list without names, stands for all; for a version, for the first. */
export const endpointScope = {
  workspace: z.string('must be a string').nullish(),
  eventTypes: z
    .array(z.unknown(), 'must be an array')
    .max(eventTypesMax, { error: `must have at most ${eventTypesMax} event types`, abort: true })
    .pipe(z.array(z.string('must be a string')))
    .nullish(),
  version: z.literal([1, 2], 'must be 1 or 2').nullish(),
};

const rateFault = `must be a whole number from 1 to ${rateMax}`;

/** Null stands for no header fields of its own, for as many webhooks a second as it takes, and for nobody to tell. */
export const endpointDelivery = {
  headers: endpointHeaders,
  rateLimit: z.int(rateFault).min(1, rateFault).max(rateMax, rateFault).nullish(),
  alertEmail: emailAddress.nullish(),
};

export interface GivenScope {
  readonly workspace?: string | null | undefined;
  readonly eventTypes?: readonly string[] | null | undefined;
}

interface Scope {
  /** Undefined: not given. */
  readonly workspaceId: string | null | undefined;
  readonly eventTypes: readonly string[] | undefined;
}

/** Finds what the scope names. Rejects with `validation_failed`. */
export async function readScope(ctx: Ctx, { workspace, eventTypes }: GivenScope): Promise<Scope> {
  const names = eventTypes == null ? [] : [...new Set(eventTypes)];
  const faults: FieldErrors = await unknownTypes(ctx, eventTypes ?? []);
  const workspaceId = workspace == null ? workspace : await idOf(ctx, workspace);
  const errors = {
    ...(workspaceId === 'none' ? { workspace: ['is not a workspace of this platform'] } : {}),
    ...faults,
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { workspaceId, eventTypes: eventTypes === undefined ? undefined : names };
}

async function idOf(ctx: Ctx, path: string): Promise<string | 'none'> {
  try {
    return (await findWorkspace(ctx, path, { select: { id: true } })).id;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return 'none';
    throw error;
  }
}

/** A misspelt name would keep webhooks away silently. */
async function unknownTypes({ app, platformId }: Ctx, names: readonly string[]): Promise<FieldErrors> {
  if (names.length === 0) return {};
  const { rows } = await app.db.pool.query<{ name: string }>(
    'SELECT name FROM event_types WHERE platform_id = $1 AND deleted_at IS NULL AND name = ANY($2)',
    [platformId, names.filter(isStorable)],
  );
  const known = rows.map(({ name }) => name);
  const unknown = [...names.entries()].filter(([, name]) => !known.includes(name));
  return Object.fromEntries(
    unknown.map(([at, name]) => [`eventTypes.${at}`, [`is not a registered event type${didYouMean(name, known)}`]]),
  );
}
