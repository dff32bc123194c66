import type { Command } from 'commander';

/** A command as the list of commands shows it, and how to load it: only the command in use is loaded. */
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
    name: 'init',
    says: 'write a launchlens.toml, which names the Anchor programs to follow',
    load: async () => (await import('./init.ts')).initCommand(),
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
    says: 'add what the index lacks: the current state, history, captures, re-decoded accounts, reward events',
    load: async () => (await import('../backfill/command.ts')).backfillCommand(),
  },
  {
    name: 'rewards',
    says: 'manage the reward ledger: price a programme, hold, release and void records, compute its digest',
    load: async () => (await import('../rewards/command.ts')).rewardsCommand(),
  },
  {
    name: 'audit',
    says: 'compare every indexed account with the chain at one slot, byte for byte',
    load: async () => (await import('./audit.ts')).auditCommand(),
  },
  {
    name: 'treasury',
    says: 'list open payout requests as a payable file, cancel one, show transfers that settle nothing',
    load: async () => (await import('../treasury/command.ts')).treasuryCommand(),
  },
  {
    name: 'agent-wallets',
    says: 'add, remove and list the wallets that the agents of an owner use',
    load: async () => (await import('../agent-wallets/command.ts')).agentWalletsCommand(),
  },
  {
    name: 'keys',
    says: 'list, issue and revoke the tokens and keys of an owner, and set their rate limit',
    load: async () => (await import('../keys/command.ts')).keysCommand(),
  },
  {
    name: 'launch-gate',
    says: 'set, remove and list the legs of the off-chain launch gate',
    load: async () => (await import('../launch-gate/command.ts')).launchGateCommand(),
  },
  {
    name: 'sql',
    says: 'ask the running index with SQL, at any slot, and write a table, CSV, Parquet or Arrow',
    load: async () => (await import('./sql.ts')).sqlCommand(),
  },
  {
    name: 'migrate',
    says: 'bring the stores to the current schema; safe to repeat',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  {
    name: 'move-decisions',
    says: 'move the embedded decisions to an empty PostgreSQL database',
    load: async () => (await import('./move-decisions.ts')).moveDecisionsCommand(),
  },
  {
    name: 'move-index',
    says: 'copy the index to an empty ClickHouse server or cluster, and compare every digest',
    load: async () => (await import('./move-index.ts')).moveIndexCommand(),
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
    name: 'idl',
    says: 'check the IDL of any Anchor program, show how its accounts map to tables, decode one',
    load: async () => (await import('./idl.ts')).idlCommand(),
  },
  {
    name: 'harness',
    says: 'evaluate a reference agent over past bars in paper mode, offline, with byte-identical output everywhere',
    load: async () => (await import('./harness.ts')).harnessCommand(),
  },
  {
    name: 'doctor',
    says: 'check the configuration and reachability of every service, and say how to fix problems',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
];
