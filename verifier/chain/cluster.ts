import { CLUSTERS, type Cluster, clusterDefaults } from '../cli/clusters.ts';
import { chainFailure } from '../failure.ts';
import type { Chain } from './queries.ts';

/**
 * Refuses a node on another chain than the named cluster, so that no report names a chain that it was not read from. A
 * local chain has a new genesis hash at every start and is not checked.
 */
export async function requireCluster(chain: Chain, cluster: Cluster): Promise<void> {
  const expected = clusterDefaults(cluster).genesisHash;
  if (expected === undefined) return;
  const actual = await chain.genesisHash();
  if (actual === expected) return;
  const other = CLUSTERS.find((name) => clusterDefaults(name).genesisHash === actual);
  throw chainFailure(
    `the RPC node is not a node of ${cluster}: its genesis hash is ${actual}${other ? ` (${other})` : ''} instead of ${expected}`,
  );
}
