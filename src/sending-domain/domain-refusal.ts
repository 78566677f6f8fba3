import type { App } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { wantedRecord } from './dns-records.ts';

/** Records that a message names; a domain has three required records. */
const namedMax = 3;

const simulator = 'Emits to simulator addresses need no domain.';

/**
 * Returns `domain_not_sendable` with the platform's domain, its status, the required records that were not found as
 * wanted, and the call that shows the records to publish.
 */
export async function domainRefusal(app: App, platformId: string): Promise<DomainError> {
  const domain = await app.db.prisma.sendingDomain.findUnique({
    where: { platformId },
    include: { records: { orderBy: { purpose: 'asc' } } },
  });
  if (!domain) {
    const message = `No sending domain is registered. \`PUT /v1/sending-domain\` registers one. ${simulator}`;
    return new DomainError('domain_not_sendable', message);
  }
  const lacking = domain.records
    .filter(({ status }) => status !== 'verified')
    .map(({ purpose, status }) => ({ ...wantedRecord(app.config, domain, purpose), status }))
    .filter(({ required }) => required)
    .slice(0, namedMax)
    .map(({ type, name, purpose, status }) => `${purpose} (${type} ${name}) is ${status}`);
  // Last, since a message is cut and names of records can be long.
  const records = lacking.length === 0 ? '' : ` Of its records ${lacking.join(', ')}.`;
  const message = `The sending domain ${domain.domain} is ${domain.status}. \`GET /v1/sending-domain\` shows what to publish. ${simulator}${records}`;
  return new DomainError('domain_not_sendable', message);
}
