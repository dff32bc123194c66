import type { Command } from 'commander';
import { counted } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isPubkey } from '../../core/kernel/pubkey.ts';
import { columnsOf } from '../../idl/anchor/columns.ts';
import { compileDecoder } from '../../idl/anchor/decode.ts';
import { type IdlDocument, readIdl } from '../../idl/anchor/document.ts';
import { accountsOf, type RefusedAccount } from '../../idl/anchor/resolve.ts';
import { command } from '../options.ts';
import { idlInFile, idlOnChain } from '../programs/idl-text.ts';
import { openSession } from '../session.ts';

type Accounts = ReturnType<typeof accountsOf>;

interface IdlFlags {
  readonly decode?: string;
  readonly json: boolean;
}

export function idlCommand(): Command {
  return command('idl', {
    more: 'A file needs neither a node nor a store. An address is looked up by SOLANA_RPC_URL.',
    example: 'launchlens idl target/idl/vault.json',
  })
    .argument(
      '<file or address>',
      'an IDL as Anchor writes it, or the address of a program that has its IDL on chain',
    )
    .option('--decode <base64>', 'print an account of these bytes as JSON instead')
    .option('--json', 'print accounts and columns as one JSON line', false)
    .action(async (source: string, { decode, json }: IdlFlags) => {
      const idl = readIdl(
        isPubkey(source) ? await idlOnChain(openSession(), source, 'idl') : idlInFile(source),
      );
      const accounts = accountsOf(idl);
      if (decode !== undefined) process.stdout.write(`${decoded(accounts, decode)}\n`);
      else process.stdout.write(json ? `${JSON.stringify(facts(idl, accounts))}\n` : table(idl, accounts));
    });
}

function facts({ name, address }: IdlDocument, accounts: Accounts) {
  return { name, address: address ?? null, accounts: accounts.map(factsOf) };
}

function factsOf(account: Accounts[number]) {
  const { name } = account;
  if ('refusal' in account) return { name, refused: reasonOf(account) };
  const { discriminator, layout } = account;
  return {
    name,
    discriminator: Buffer.from(discriminator).toString('hex'),
    bytes: { least: discriminator.length + layout.least, fixed: layout.fixed },
    columns: columnsOf(layout),
  };
}

function reasonOf({ refusal: { context } }: RefusedAccount): string {
  return `${context.path}: ${context.reason}`;
}

function table({ name, address }: IdlDocument, accounts: Accounts): string {
  const title = `${name}${address ? `, program ${address}` : ''}: ${counted(accounts.length, 'account type')}`;
  return `${[title, ...accounts.map(tableOf)].join('\n\n')}\n`;
}

function tableOf(account: Accounts[number]): string {
  if ('refusal' in account) return `${account.name}: cannot be decoded because of ${reasonOf(account)}`;
  const { bytes, discriminator, columns } = factsOf(account) as Exclude<
    ReturnType<typeof factsOf>,
    { refused: string }
  >;
  const widest = Math.max(0, ...columns.map((column) => column.name.length));
  const size = `${bytes.fixed ? '' : 'at least '}${counted(bytes.least, 'byte')}`;
  const lines = columns.map((column) => `  ${column.name.padEnd(widest)}  ${column.type}`);
  return [`${account.name}: ${size}, discriminator ${discriminator}`, ...lines].join('\n');
}

/** @throws IDL_ACCOUNT_BYTES */
function decoded(accounts: Accounts, base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const refuse = (reason: string): LaunchlensError => new LaunchlensError('IDL_ACCOUNT_BYTES', { reason });
  if (bytes.toString('base64') !== base64) throw refuse('they are not base64');
  const account = accounts
    .filter((each) => 'layout' in each)
    .find(({ discriminator }) => bytes.subarray(0, discriminator.length).equals(discriminator));
  if (!account) throw refuse('no account of the IDL has this discriminator');
  const found = compileDecoder(account.layout, account.discriminator.length)(bytes);
  if (found.kind === 'undecodable') throw refuse(found.reason.replace(/\.$/, ''));
  return JSON.stringify({ type: account.name, data: found.data });
}
