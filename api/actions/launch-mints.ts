import { z } from 'zod';
import { type MintFields, mintFields } from '../../schemas/rest/mints.ts';
import type { Answered, MirrorContext } from './context.ts';
import { symbolsOf } from './token-symbols.ts';
import { writerOf } from './write.ts';

const writeMints = writerOf(z.strictObject(mintFields));

export type WithoutMints<Body> = Omit<Body, keyof MintFields>;

/** Adds the decimals and symbols of the launch's mints, at the slot of the answer. */
export async function withMints<Body extends { readonly launch_id: string }, Of extends Answered<Body>>(
  { mirror, symbolOf }: MirrorContext,
  answer: Of & Answered<Body>,
): Promise<Of & Answered<Body & MintFields>> {
  const { stamp, body } = answer;
  const launchId = BigInt(body.launch_id);
  const { facts } = await mirror.ask(stamp.slot, (view) => view.launch({ launchId }));
  const mints = writeMints({
    launchMintDecimals: facts?.launchMintDecimals,
    pledgeMintDecimals: facts?.pledgeMintDecimals,
    ...(facts ? symbolsOf(facts.launch, symbolOf) : { launchMintSymbol: null, pledgeMintSymbol: null }),
  });
  return { ...answer, body: { ...body, ...mints } };
}
