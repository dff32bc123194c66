import { KEY } from './keys.ts';

export interface VerifierQuestion {
  readonly launchId: bigint;
  readonly cluster: string;
  readonly programId: string;
  /** Of this API, without a trailing slash. */
  readonly api: string;
  /** From a link, which may contain anything: an invalid key is omitted. */
  readonly wallet?: string | undefined;
  /** A link to the public explorer; for a local chain it names the chain's node. */
  readonly explorer: string;
}

/** Fetches the verifier from this API and runs it, for readers who do not trust this page. */
export function verifierCommand({
  launchId,
  cluster,
  programId,
  api,
  wallet,
  explorer,
}: VerifierQuestion): string {
  const node = new URL(explorer).searchParams.get('customUrl');
  const options: readonly (readonly [string, string | null | undefined])[] = [
    ['--launch-id', launchId.toString()],
    ['--cluster', cluster],
    ['--program-id', programId],
    ['--rpc', node],
    ['--api', api],
    ['--wallet', wallet !== undefined && KEY.test(wallet) ? wallet : undefined],
  ];
  const words = options.flatMap(([name, value]) => (value == null ? [] : [name, shellWord(value)]));
  const file = shellWord(`${api}/verify-ilo-settlement.mjs`);
  return [`curl -O -sSf ${file} && node verify-ilo-settlement.mjs`, ...words].join(' ');
}

/** Characters without special meaning in any shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A value as one word of a POSIX shell's command line, whatever it contains. */
function shellWord(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
