export const USAGE = `verify-ilo-settlement: check one token launch against the chain itself

It reads the launch's accounts from a Solana RPC node, all at one slot, and checks that they keep the rules of the
escrow. It needs no key, signs nothing and asks no server but the node (and the mirror named with --api).

Usage: node verify-ilo-settlement.mjs --launch-id <n> [options]

  --launch-id <n>      Launch to check (required)
  --cluster <name>     localnet, devnet, testnet or mainnet-beta (default: localnet)
  --rpc <url>          Own RPC node (default: the cluster's public node)
  --program-id <id>    Escrow program address (default: known on localnet, required elsewhere)
  --wallet <pubkey>    Show one wallet's allocation or refund
  --api <url>          Also compare the REST mirror, such as http://127.0.0.1:8080/api/v1
  --history            Also read the escrow's transactions: tell gifts from refunds and pledges
  --json               Print a machine-readable report
  --commitment <level> confirmed or finalized (default: confirmed)
  --timeout <seconds>  Longest wait for an answer, and for a node or mirror that lags, 1 to 600 (default: 30)
  --help               Print this text

Example: node verify-ilo-settlement.mjs --launch-id 1 --cluster localnet --api http://127.0.0.1:8080

Exit code: 0 all checks hold, 1 a check failed, 2 bad usage or the chain could not be read, 3 no such launch.`;
