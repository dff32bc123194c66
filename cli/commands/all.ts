import type { Command } from 'commander';

/** A command as the program lists it, and where it is built once it is asked for: each is loaded alone. */
export interface Listed {
  readonly name: string;
  readonly says: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly Listed[] = [
  {
    name: 'up',
    says: 'run the indexer and the API in one process on the embedded stores',
    load: async () => (await import('./up.ts')).upCommand(),
  },
  {
    name: 'index',
    says: 'follow the chain into ClickHouse',
    load: async () => (await import('./index.ts')).indexCommand(),
  },
  {
    name: 'api',
    says: 'serve the read API over an index that another process writes',
    load: async () => (await import('./api.ts')).apiCommand(),
  },
  {
    name: 'localnet',
    says: 'run the local chain alone: Solana JSON-RPC and Yellowstone gRPC on loopback',
    load: async () => (await import('./localnet.ts')).localnetCommand(),
  },
  {
    name: 'capture',
    says: 'record the live stream into a file that can be replayed',
    load: async () => (await import('./capture.ts')).captureCommand(),
  },
  {
    name: 'backfill',
    says: 'bring in what the index does not hold: the state now, history, captures, re-decoded accounts, reward events',
    load: async () => (await import('../backfill/command.ts')).backfillCommand(),
  },
  {
    name: 'rewards',
    says: 'operate the reward ledger: price a programme, hold, release and void records, take its digest',
    load: async () => (await import('../rewards/command.ts')).rewardsCommand(),
  },
  {
    name: 'audit',
    says: 'compare every indexed account with the chain at one slot, byte for byte',
    load: async () => (await import('./audit.ts')).auditCommand(),
  },
  {
    name: 'treasury',
    says: 'list open payout requests as a payable file, give one up, show transfers that settle nothing',
    load: async () => (await import('../treasury/command.ts')).treasuryCommand(),
  },
  {
    name: 'agent-wallets',
    says: 'give an owner the wallets that its agents act with, take them away, list them',
    load: async () => (await import('../agent-wallets/command.ts')).agentWalletsCommand(),
  },
  {
    name: 'keys',
    says: 'list the tokens and keys of an owner, issue and revoke them, set how many calls they may make',
    load: async () => (await import('../keys/command.ts')).keysCommand(),
  },
  {
    name: 'launch-gate',
    says: 'set the legs of the off-chain gate in front of a launch, remove them, list them',
    load: async () => (await import('../launch-gate/command.ts')).launchGateCommand(),
  },
  {
    name: 'migrate',
    says: 'bring the stores to the current schema; safe to repeat',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  {
    name: 'export',
    says: 'write the whole index as Parquet files with a manifest and digests',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  {
    name: 'import',
    says: 'load an exported index into an empty store',
    load: async () => (await import('./import.ts')).importCommand(),
  },
  {
    name: 'harness',
    says: 'evaluate a reference agent over past bars in paper mode, offline and to the byte the same everywhere',
    load: async () => (await import('./harness.ts')).harnessCommand(),
  },
  {
    name: 'doctor',
    says: 'check configuration and reachability of every real part, with the remedy',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
];
