import { z } from 'zod';

/** The members of an example that are not left to the shape. */
export type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Given<Value[Name]> }
    : Value;

const ID = '6f1c9a52-3d77-4c0e-9b7e-2f0d8a4b51c3';
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const PROGRAM = 'BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr';
const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Members by their names, wherever the shape takes the value. */
const MEMBERS: Readonly<Record<string, unknown>> = {
  accounts: 8,
  action: 'pledge_to_ilo',
  allowed_tools: null,
  always_allowed_tools: ['kill_wallet', 'pause_wallet'],
  arguments: { launch_id: '7', amount: '2500000' },
  attempts: 10,
  body: '{"id":"…","type":"launch.settled","at":"2026-10-01T12:00:00.000Z","slot":1042,"data":{"launch_id":"7"}}',
  cause: '',
  chain_digest: DIGEST,
  client_name: 'Portfolio helper',
  complete_from_slot: 600,
  consent: 'launchlens.example: wallet … agrees to act as an agent wallet for owner …',
  contribution_disclosure: 'Contribution credits carry no entitlement.',
  credential_label: 'Portfolio helper',
  data: 'dGhlIHNhbWUgYnl0ZXM=',
  dead_in_a_row: 0,
  decimals: 6,
  denied_tools: ['bridge_out'],
  deny_message: 'launchlens.example asks you to deny pairing with an agent: …',
  detail: '',
  device_code: 'Vb3nGq0xZr7TkYw2LmPs8HdJc5FaUe9QiXo1Nt4RyBuC',
  differences: 0,
  disclosure: 'A recorded accrual is not an entitlement to any amount.',
  dropped: 0,
  equal: true,
  event_id: '5e0c7a5b-0f6e-4f0c-8b57-3f1f7b1f2b90',
  events: ['launch.settled', 'intent.proposed'],
  exists: true,
  expires_at: '2026-10-02T12:00:00Z',
  expires_in: 600,
  first_slot: 600,
  hand_off: null,
  has_transaction: true,
  index_digest: DIGEST,
  indexed_at: '2026-09-26T14:13:20.412Z',
  instruction: 'pledge',
  interval: 5,
  key: 'llk_<32 characters><6 of a checksum>',
  kind: 'permission_mode',
  label: 'Treasury',
  lamports: '1858320',
  last4: '9aBc',
  last_valid_block_height: 1192,
  limit: 50,
  logs: [`Program ${PROGRAM} invoke [1]`, `Program ${PROGRAM} success`],
  lost: [],
  message: 'launchlens.example asks you to approve …',
  message_digest: DIGEST,
  name: 'legal',
  nonce: '3f9a1c57b2d84e60a5c7e8f90b1d2436',
  note: 'Opinion of 1 October',
  offset: 0,
  ok: true,
  ordinal: 0,
  origin: 'yellowstone',
  owner: WALLET,
  page_url: `https://launchlens.example/intents/${ID}`,
  payload: { permission_mode: 'delegate' },
  pending: ['audit'],
  prefix: 'llk_',
  program: PROGRAM,
  program_id: PROGRAM,
  program_name: 'launch_escrow',
  reason: 'asked for by the owner',
  reward_asset: 'REWARD',
  secret: 'whsec_<43 characters>',
  signature: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  slot_time: '2026-09-26T14:13:20Z',
  subject: WALLET,
  summary: 'Pledge 2500000 base units to launch 7.',
  surface: '/api/v1/keys/{key_id}/revoke/',
  technology_fee: null,
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI3eEtYIn0.c2lnbmF0dXJl',
  token_expires_at: '2027-03-30T12:00:00Z',
  tool: 'pledge_to_ilo',
  transaction: 'AbbhG6zH8V0QvqjFz9aPpJgqQvI2b1m3mB2gk0m7l0Jw',
  tx_signature: '',
  units_consumed: 31_250,
  url: 'https://hooks.example.com/launchlens',
  user_code: 'BCDF-GHJK',
  verification_url: 'https://launchlens.example/pair',
  verification_url_complete: 'https://launchlens.example/pair?user_code=BCDF-GHJK',
  verified_slot: 1000,
  wallet: WALLET,
  wallet_address: WALLET,
};

/** An example of a shape: what is given, and the examples of its members for the rest. Optional members are left out. */
export function exampleOf<Shape extends z.ZodType>(
  shape: Shape,
  given?: Given<z.output<Shape>>,
): z.output<Shape> {
  return example(shape, given, '') as z.output<Shape>;
}

function example(shape: z.ZodType, given: unknown, name: string): unknown {
  if (shape instanceof z.ZodOptional) {
    return given === undefined ? undefined : example(shape.unwrap() as z.ZodType, given, name);
  }
  const usual = MEMBERS[name];
  if (given === undefined && usual !== undefined && shape.safeParse(usual).success) return usual;
  if (shape instanceof z.ZodNullable) {
    const inner = shape.unwrap() as z.ZodType;
    const isNull = given === null || (given === undefined && !(inner instanceof z.ZodObject));
    return isNull ? null : example(inner, given, name);
  }
  if (shape instanceof z.ZodObject) return ofMembers(shape, given as Readonly<Record<string, unknown>>);
  if (shape instanceof z.ZodArray) {
    const items = (given ?? [undefined]) as readonly unknown[];
    return items.map((item) => example(shape.element as z.ZodType, item, name));
  }
  if (shape instanceof z.ZodUnion) return example(shape.options[0] as z.ZodType, given, name);
  return given ?? (shape.meta()?.examples as readonly unknown[] | undefined)?.[0] ?? simple(shape);
}

function ofMembers(shape: z.ZodObject, given: Readonly<Record<string, unknown>> = {}): unknown {
  const members = Object.entries(shape.shape).map(([name, member]) => [
    name,
    example(member as z.ZodType, given[name], name),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function simple(shape: z.ZodType): unknown {
  if (shape instanceof z.ZodEnum) return shape.options[0];
  if (shape instanceof z.ZodLiteral) return shape.value;
  if (shape instanceof z.ZodBoolean) return false;
  if (shape instanceof z.ZodRecord || shape instanceof z.ZodUnknown) return {};
  return shape instanceof z.ZodString ? ID : 1;
}
