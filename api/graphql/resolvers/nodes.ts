import { type CamelCased, camelCased } from '../../../schemas/letter-case.ts';
import type { LaunchAnswer } from '../../../schemas/rest/launch.ts';
import type { PledgeAnswer } from '../../../schemas/rest/pledge.ts';
import type { PositionAnswer } from '../../../schemas/rest/positions.ts';
import type { AuditAnswer } from '../../../schemas/rest/proof.ts';
import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { Stamp } from '../../read/model.ts';
import type { Scope } from '../request/scope.ts';

/** What resolvers pass down the tree: answers of the actions, in camel case. */
export type PledgeNode = CamelCased<PledgeAnswer>;
export type AuditNode = CamelCased<AuditAnswer>;

/** A launch, and the slot for everything below it. */
export type LaunchNode = CamelCased<LaunchAnswer> & { readonly source: SourceNode; readonly slot: bigint };

export function launchNode(answer: LaunchAnswer, stamp: Stamp, scope: Scope): LaunchNode {
  return { ...camelCased(answer), source: scope.source(stamp), slot: stamp.slot };
}

export type WalletPledgeNode = PledgeNode &
  Pick<CamelCased<PositionAnswer>, 'allocation' | 'refund'> & { readonly launch: LaunchNode };

export function walletPledgeNode(position: PositionAnswer, stamp: Stamp, scope: Scope): WalletPledgeNode {
  const { launch, pledge, ...follows } = position;
  return { ...camelCased(pledge), ...camelCased(follows), launch: launchNode(launch, stamp, scope) };
}

/** A wallet, and the slot for everything below it. */
export interface WalletNode {
  readonly source: SourceNode;
  readonly slot: bigint;
  readonly address: string;
}
