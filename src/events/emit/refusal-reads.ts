/** What rejections of several emits say in common, read once for all of them. */
import type { App } from '../../context.ts';
import type { DomainError } from '../../ground/errors/errors.ts';
import { endedKeyFault } from '../../platforms/keys/ended-key-fault.ts';
import { domainRefusal } from '../../sending-domain/domain-refusal.ts';
import type { EmitWork } from './emit-work.ts';

/** Names of event types that one unknown name is compared with. */
const namesMax = 200;

export interface RefusalReads {
  /** Some names of live event types of the platform. */
  typeNames(work: EmitWork): Promise<readonly string[]>;
  endedKeyFault(work: EmitWork): Promise<DomainError>;
  domainRefusal(work: EmitWork): Promise<DomainError>;
}

/** To be used for emits that are decided together, and not longer. */
export function createRefusalReads(app: App): RefusalReads {
  return {
    typeNames: once(
      ({ platformId }) => platformId,
      ({ platformId }) => readTypeNames(app, platformId),
    ),
    endedKeyFault: once(
      ({ platformId, apiKeyId }) => `${platformId} ${apiKeyId}`,
      (work) => endedKeyFault(app, work),
    ),
    domainRefusal: once(
      ({ platformId }) => platformId,
      ({ platformId }) => domainRefusal(app, platformId),
    ),
  };
}

function once<Result>(keyOf: (work: EmitWork) => string, read: (work: EmitWork) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (work: EmitWork) => {
    const found = known.get(keyOf(work)) ?? read(work);
    known.set(keyOf(work), found);
    return found;
  };
}

async function readTypeNames(app: App, platformId: string): Promise<readonly string[]> {
  const { rows } = await app.db.pool.query<{ name: string }>(
    'SELECT name FROM event_types WHERE platform_id = $1 AND deleted_at IS NULL ORDER BY name LIMIT $2',
    [platformId, namesMax],
  );
  return rows.map(({ name }) => name);
}
