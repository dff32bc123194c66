import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { LaunchStatus } from '../../../schemas/launch-statuses.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import type { LaunchOrder } from '../../../schemas/rest/orders.ts';
import { launchStatus } from '../../actions/launch-detail.ts';
import { listLaunches } from '../../actions/listings.ts';
import { verifyAccount } from '../../actions/verify-account.ts';
import type { Scope } from '../request/scope.ts';
import { requireU64 } from '../request/sizes.ts';
import { connectionOf, type PageArguments } from './connection.ts';
import { launchNode, type WalletNode } from './nodes.ts';
import { readFields } from './read.ts';

interface AtSlot {
  readonly asOfSlot?: bigint | null;
}

/** `minSlot` and `maxLagSlots` apply to the whole request and were handled when its scope was opened. */
export const queryResolvers = {
  ...readFields('Query'),

  source: async (_root: unknown, { asOfSlot }: AtSlot, scope: Scope) =>
    scope.source(await scope.context.mirror.stampAt(asOfSlot ?? undefined)),

  status: async (_root: unknown, { asOfSlot }: AtSlot, scope: Scope) => {
    const { stamp, body } = await launchStatus(scope.context, { asOfSlot: asOfSlot ?? undefined });
    return {
      source: scope.source(stamp),
      phase: body.phase,
      launch: body.launch && launchNode(body.launch, stamp, scope),
      launchGate: camelCased(body.launch_gate),
    };
  },

  launch: async (_root: unknown, { launchId, asOfSlot }: AtSlot & { launchId: bigint }, scope: Scope) => {
    const detail = await scope.details.load({
      launchId: requireU64('launchId', launchId),
      slot: asOfSlot ?? scope.slot,
    });
    return detail && launchNode(detail.body.launch, detail.stamp, scope);
  },

  launches: async (
    _root: unknown,
    { status, orderBy, asOfSlot, ...page }: AtSlot & PageArguments & LaunchFilter,
    scope: Scope,
  ) => {
    const answer = await listLaunches(scope.context, {
      status: status ?? undefined,
      orderBy: orderBy ?? undefined,
      limit: page.first,
      cursor: page.after ?? undefined,
      asOfSlot: asOfSlot ?? undefined,
    });
    const nodes = answer.body.results.map((launch) => launchNode(launch, answer.stamp, scope));
    return Object.assign(connectionOf(answer, nodes, { ...page, scope }), { totalCount: answer.body.count });
  },

  wallet: async (
    _root: unknown,
    { address, asOfSlot }: AtSlot & { address: Pubkey },
    scope: Scope,
  ): Promise<WalletNode> => {
    const stamp = await scope.context.mirror.stampAt(asOfSlot ?? undefined);
    return { source: scope.source(stamp), slot: stamp.slot, address };
  },

  verifyAccount: async (_root: unknown, { address }: { address: Pubkey }, scope: Scope) => {
    scope.fleeting = true;
    const { stamp, body } = await verifyAccount(scope.unpinned, { pubkey: address });
    return { ...camelCased(body), source: scope.source(stamp) };
  },
};

interface LaunchFilter {
  readonly status?: LaunchStatus | null;
  readonly orderBy?: LaunchOrder | null;
}
