/** An IDL whose account types have a field of every kind that can be compared, and of those that cannot. */
const field = (name: string, type: unknown) => ({ name, type });
const defined = (name: string) => ({ defined: { name } });

const TYPES = [
  {
    name: 'Order',
    type: {
      kind: 'struct',
      fields: [
        field('owner', 'pubkey'),
        field('level', 'u8'),
        field('offset', 'i32'),
        field('amount', 'u64'),
        field('balance', 'i128'),
        field('total', 'u256'),
        field('ratio', 'f32'),
        field('price', 'f64'),
        field('open', 'bool'),
        field('label', 'string'),
        field('seal', { array: ['u8', 4] }),
        field('note', 'bytes'),
        field('side', defined('Side')),
        field('state', defined('State')),
        field('fees', defined('Fees')),
        field('limit', { option: 'u64' }),
        field('delegate', { option: 'pubkey' }),
        field('last_side', { option: defined('Side') }),
        field('last_state', { option: defined('State') }),
        field('last_fees', { option: defined('Fees') }),
        field('pair', defined('Pair')),
        field('legs', { vec: defined('Fees') }),
        // Names of columns that every table has.
        field('slot', 'u64'),
        field('closed', 'bool'),
      ],
    },
  },
  { name: 'Notes', type: { kind: 'struct', fields: [field('lines', { vec: 'string' })] } },
  {
    name: 'Fees',
    type: { kind: 'struct', fields: [field('rate', 'u16'), field('until', { option: 'i64' })] },
  },
  { name: 'Pair', type: { kind: 'struct', fields: ['u32', 'string'] } },
  { name: 'Side', type: { kind: 'enum', variants: [{ name: 'Buy' }, { name: 'Sell' }, { name: 'Both' }] } },
  {
    name: 'State',
    type: {
      kind: 'enum',
      variants: [
        { name: 'Open' },
        { name: 'Paused', fields: [field('until', 'i64')] },
        { name: 'Done', fields: ['u64'] },
      ],
    },
  },
] as const;

export const DESK_IDL = {
  metadata: { name: 'desk', version: '0.1.0', spec: '0.1.0' },
  instructions: [],
  accounts: [
    { name: 'Order', discriminator: [1, 1, 1, 1, 1, 1, 1, 1] },
    { name: 'Notes', discriminator: [2, 2, 2, 2, 2, 2, 2, 2] },
  ],
  types: TYPES,
};
