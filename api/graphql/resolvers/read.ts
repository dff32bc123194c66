import { camelCased } from '../../../schemas/letter-case.ts';
import type { AnsweredPage } from '../../actions/context.ts';
import { MIRROR_READS } from '../../actions/reads/all.ts';
import type { MirrorRead } from '../../actions/reads/read.ts';
import type { Scope } from '../request/scope.ts';
import { connectionOf } from './connection.ts';
import type { LaunchNode, WalletNode } from './nodes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields that return a read unchanged, from the table: a page as a connection, otherwise the answer. */
export function readFields(type: 'Query' | 'Launch' | 'Wallet') {
  const reads = MIRROR_READS.flatMap((read) => {
    const [owner, field = ''] = read.field?.split('.') ?? [];
    return owner === type ? [[field, resolverOf(read)] as const] : [];
  });
  return Object.fromEntries(reads);
}

function resolverOf({ handle, shows, fleeting }: MirrorRead) {
  return async (parent: Parent | undefined, values: Values, scope: Scope) => {
    if (fleeting) scope.fleeting = true;
    const answer = await handle(scope.context, requestOf(parent, values));
    const { source: _, next_cursor, results, ...fields } = answer.body;
    if (shows !== undefined) return camelCased(answer.body[shows]);
    const shown = camelCased(fields);
    if (!Array.isArray(results)) return { ...shown, source: scope.source(answer.stamp) };
    const page = { first: results.length, after: values.after as string | null, scope };
    return Object.assign(connectionOf(answer as Page, results.map(camelCased), page), shown);
  };
}

type Page = AnsweredPage<{ readonly next_cursor: string | null }>;

/** A launch or a wallet; nothing above the fields of a query. */
type Parent = Partial<Pick<LaunchNode, 'launchId' | 'slot'> & Pick<WalletNode, 'address'>>;

/** Below a launch or a wallet, its key and its slot come from the parent. */
function requestOf(
  { launchId, address, slot }: Parent = {},
  { first, after, asOfSlot, ...values }: Values,
): Values {
  const given = Object.entries(values).map(([name, value]) => [name, value ?? undefined]);
  return {
    ...Object.fromEntries(given),
    limit: first,
    cursor: after ?? undefined,
    ...(launchId === undefined ? address && { wallet: address } : { launchId: BigInt(launchId) }),
    // `minSlot` and `maxLagSlots` apply to the whole request, and were handled when its scope was opened.
    minSlot: undefined,
    maxLagSlots: undefined,
    asOfSlot: slot ?? asOfSlot ?? undefined,
  };
}
