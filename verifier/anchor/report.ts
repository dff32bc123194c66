import { redactedUrl } from '../chain/http.ts';
import type { VerifierFailure } from '../failure.ts';
import { toJson } from '../report/json.ts';
import { columns, type Palette } from '../report/palette.ts';
import type { Compared } from './check.ts';
import type { Options } from './options.ts';

/** How many accounts of one type were compared. */
export interface TypeResult {
  readonly type: string;
  readonly checked: number;
  readonly equal: number;
  /** Why accounts of this type cannot be decoded here. */
  readonly unsupported?: string;
}

export interface Result {
  readonly program: { readonly name: string; readonly address: string };
  readonly accounts: readonly Compared[];
  /** For each type whose accounts were counted: how many each side has at a slot. */
  readonly counts: readonly {
    readonly type: string;
    readonly slot: number;
    readonly chain: number;
    readonly index: number;
  }[];
  /** Types that cannot be decoded here, with the reason. */
  readonly unsupported: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

export function isEqual({ accounts, counts }: Result): boolean {
  return (
    accounts.every(({ differences }) => differences.length === 0) &&
    counts.every(({ chain, index }) => chain === index)
  );
}

/** Whether some account of a checked type could not be decoded here, so that nothing is known of it. */
export function isPartial({ accounts }: Result): boolean {
  return accounts.some(({ outcome }) => outcome === 'unsupported');
}

export function isEmpty({ accounts, counts }: Result): boolean {
  return (
    counts.length === 0 &&
    accounts.every(({ outcome, differences }) => outcome === 'absent' && differences.length === 0)
  );
}

export function humanReport(options: Options, result: Result, palette: Palette): string {
  const { program, counts, notes } = result;
  const lines = [
    palette.strong(`Accounts of ${program.name} (${program.address})`),
    ...columns([
      ['api', redactedUrl(options.api)],
      ['rpc', `${redactedUrl(options.rpc)} (${options.commitment})`],
      ...(options.scope.kind === 'sample' ? [['sample', seedOf(options)] as const] : []),
    ]),
    ...notes.map((note) => `  ${note}`),
    '',
    ...typeResults(result).flatMap((type) => typeLine(type, palette)),
    ...counts.flatMap((count) => countLine(count, palette)),
    ...differenceLines(result, palette),
    '',
    finalLine(result, palette),
  ];
  return lines.join('\n');
}

/** The results of each type; accounts that neither side has are under ''. */
function typeResults({ accounts, unsupported }: Result): readonly TypeResult[] {
  const names = [...new Set(accounts.map(({ type }) => type))].sort();
  return names.map((type) => {
    const all = accounts.filter((account) => account.type === type);
    const equal = all.filter(
      ({ outcome, differences }) => outcome !== 'unsupported' && differences.length === 0,
    );
    const reason = unsupported.get(type);
    return {
      type,
      checked: all.length,
      equal: equal.length,
      ...(reason !== undefined && { unsupported: reason }),
    };
  });
}

function typeLine({ type, checked, equal, unsupported }: TypeResult, palette: Palette): readonly string[] {
  if (unsupported !== undefined) return [`SKIP  ${type}: ${checked} accounts not checked: ${unsupported}`];
  const name = type === '' ? 'on neither side' : type;
  const mark = equal === checked ? palette.good('OK  ') : palette.bad('FAIL');
  return [`${mark}  ${name}: ${equal} of ${checked} equal`];
}

function countLine(
  { type, slot, chain, index }: Result['counts'][number],
  palette: Palette,
): readonly string[] {
  if (chain === index)
    return [`${palette.good('OK  ')}  ${type}: ${chain} accounts on both sides at slot ${slot}`];
  return [
    `${palette.bad('FAIL')}  ${type}: the index has ${index} accounts, the chain ${chain} at slot ${slot}`,
  ];
}

function differenceLines({ accounts }: Result, palette: Palette): readonly string[] {
  return accounts.flatMap(({ address, type, slot, differences }) =>
    differences.length === 0
      ? []
      : [
          `${palette.bad('FAIL')}  ${type} ${address} at slot ${slot}`,
          ...differences.map(
            ({ field, index, chain }) => `      ${field || 'account'}: index ${index}, chain ${chain}`,
          ),
        ],
  );
}

function finalLine(result: Result, palette: Palette): string {
  const { accounts } = result;
  if (isEmpty(result)) return 'No such account, neither in the index nor on the chain.';
  const unequal = accounts.filter(({ differences }) => differences.length > 0).length;
  if (!isEqual(result)) return palette.bad(`DIFFERENT: ${unequal} of ${accounts.length} accounts.`);
  const skipped = accounts.filter(({ outcome }) => outcome === 'unsupported').length;
  const slots = accounts.map(({ slot }) => slot);
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const when =
    accounts.length === 0 ? '' : first === last ? ` at slot ${first}` : ` at slots ${first} to ${last}`;
  if (skipped > 0)
    return `INCOMPLETE: ${accounts.length - skipped} accounts are equal, ${skipped} could not be checked.`;
  return palette.good(`EQUAL: ${accounts.length} accounts${when}.`);
}

function seedOf({ scope }: Options): string {
  return scope.kind === 'sample' ? `${scope.size} accounts of each type, --seed ${scope.seed}` : '';
}

/** Integers of 64 bits and wider are decimal strings, as the API writes them. */
export function jsonReport(options: Options, result: Result): string {
  const { program, accounts, counts, notes } = result;
  const slots = accounts.map(({ slot }) => slot);
  return toJson({
    ...subjectFields(options),
    program: program.name,
    program_id: program.address,
    first_slot: slots.length === 0 ? null : Math.min(...slots),
    last_slot: slots.length === 0 ? null : Math.max(...slots),
    types: typeResults(result),
    counts,
    differences: accounts.flatMap(({ address, type, slot, differences }) =>
      differences.map(({ field, index, chain }) => ({ account: address, type, slot, field, index, chain })),
    ),
    notes,
    ok: isEqual(result) && !isPartial(result) && !isEmpty(result),
  });
}

/** The report of a run that verified nothing: the subject is missing if the command line was refused. */
export function jsonFailure(options: Options | undefined, { kind, message }: VerifierFailure): string {
  return toJson({
    ...(options && { ...subjectFields(options), program: options.program }),
    ...{ types: [], differences: [], ok: false, error: { kind, detail: message } },
  });
}

function subjectFields({ api, rpc, commitment, scope }: Options) {
  return {
    ...{ api: redactedUrl(api), rpc: redactedUrl(rpc), commitment },
    ...(scope.kind === 'sample' && { sample: scope.size, seed: scope.seed }),
  };
}
