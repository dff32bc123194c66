import { camelCased } from '../../../schemas/letter-case.ts';
import { auditDifferences } from '../../actions/record-listings.ts';
import type { Scope } from '../request/scope.ts';
import type { AuditNode } from './nodes.ts';

export const auditResolvers = {
  differing: async (audit: AuditNode, { first }: { readonly first: number }, scope: Scope) => {
    if (audit.differences === 0) return [];
    const found = await auditDifferences(scope.context, {
      audit: { slot: BigInt(audit.slot), startedAt: Date.parse(audit.startedAt ?? '') },
      limit: first,
    });
    return found.map(camelCased);
  },
};
