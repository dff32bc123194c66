import type { Command } from 'commander';
import { counted } from '../../core/kernel/counted.ts';
import { type FinishedCapture, type RunningCapture, startCapture } from '../../indexer/capture/record.ts';
import { command, parseBytes, parseCount } from '../options.ts';
import { openSession, serve } from '../session.ts';
import { showCapture } from '../terminal/status-line.ts';

interface CaptureFlags {
  readonly out: string;
  readonly slots?: number;
  readonly minutes?: number;
  readonly maxBytes?: number;
  readonly json: boolean;
}

export function captureCommand(): Command {
  return command('capture', {
    more: 'Ctrl-C ends it as well, and leaves a complete file.',
    example:
      'YELLOWSTONE_ENDPOINT=https://node.example.com SOLANA_RPC_URL=https://rpc.example.com \\\n' +
      '  ESCROW_PROGRAM_ID=<address> launchlens capture --out launches.llcap',
  })
    .requiredOption('--out <file>', 'the file to create; one that exists is refused')
    .option('--slots <count>', 'end after this many whole slots', parseCount)
    .option('--minutes <count>', 'end after this many minutes', parseCount)
    .option('--max-bytes <size>', 'end once the file is this large, e.g. 500MB', parseBytes)
    .option('--json', 'print what was recorded as one JSON line', false)
    .action(async (flags: CaptureFlags) => {
      const session = openSession();
      await serve(session, async () => {
        const limits = { slots: flags.slots, minutes: flags.minutes, bytes: flags.maxBytes };
        const capture = await startCapture({ ...session, limits, file: flags.out });
        const printed = capture.done.then((finished) => print(flags, capture, finished));
        session.shutdown.onClose('the capture', () => printed);
        showCapture(session, capture);
        return { done: printed };
      });
    });
}

function print({ out, json }: CaptureFlags, { recorded }: RunningCapture, finished: FinishedCapture): void {
  const { slot, slots, accounts, snapshotAccounts, transactions, gaps, bytes } = recorded;
  const { ended, sha256 } = finished;
  if (json) {
    const counts = { slots, accounts, snapshot_accounts: snapshotAccounts, transactions, gaps, bytes };
    const last = slot === undefined ? null : Number(slot);
    const line = { file: sha256 ? out : null, ended, last_slot: last, ...counts, sha256: sha256 ?? null };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const text =
    sha256 === undefined
      ? `No slot came, so ${out} was not kept.`
      : `${out}: ${counted(slots, 'slot')} up to ${slot}, ${counted(accounts, 'account update')} over ${counted(snapshotAccounts, 'account')}, ` +
        `${counted(transactions, 'transaction')}, ${counted(gaps, 'gap')}, ${counted(bytes, 'byte')}, sha256 ${sha256}`;
  process.stdout.write(`${text}\n`);
}
