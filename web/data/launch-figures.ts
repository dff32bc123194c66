import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { againAfter } from './failure.ts';
import { ask, field, type Question, question } from './graphql.ts';
import { type AtVariables, type LaunchAt, launchAtSlot } from './launch.ts';
import { accountsShape, atSlotShape, curvePoint, distributionShape } from './launch-shapes.ts';

export const RAISE = question<AtVariables>()(
  'query Raise($launchId: BigUint!, $slot: Slot)',
  z.object({
    launch: launchAtSlot({
      source: atSlotShape,
      raiseCurve: field('(points: 150)', curvePoint).array().nullable(),
    }),
  }),
);

export const SIZES = question<AtVariables>()(
  'query Sizes($launchId: BigUint!, $slot: Slot)',
  z.object({
    launch: launchAtSlot({
      source: atSlotShape,
      pledgeDistribution: field('(buckets: 20, edges: round)', distributionShape).nullable(),
    }),
  }),
);

export const ACCOUNTS = question<AtVariables>()(
  'query Accounts($launchId: BigUint!, $slot: Slot)',
  z.object({ launch: launchAtSlot(accountsShape.shape) }),
);

/** Figures are heavy and change little: they follow a launch at a distance, and name their own slot. */
const FIGURES_EVERY_MS = 20_000;

/** How the raise grew. */
export const useRaise = (at: LaunchAt) => useFigures('raise', RAISE, at, FIGURES_EVERY_MS);

/** Pledge sizes. */
export const useSizes = (at: LaunchAt) => useFigures('sizes', SIZES, at, FIGURES_EVERY_MS);

/** The addresses of a launch's accounts, with links to an explorer. */
export const useLaunchAccounts = (at: LaunchAt) => useFigures('accounts', ACCOUNTS, at, false);

function useFigures<Shape extends z.ZodType<{ readonly launch: unknown }>>(
  name: string,
  what: Question<AtVariables, Shape>,
  { launchId, slot }: LaunchAt,
  everyMs: number | false,
) {
  return useQuery({
    queryKey: ['figures', launchId, name, slot ?? 'now'],
    queryFn: async ({ signal }) => {
      const { data, failed } = await ask(what, { launchId, slot: slot ?? null }, { signal });
      if (failed[0]) throw failed[0];
      return data.launch as z.output<Shape>['launch'];
    },
    refetchInterval: ({ state: { error } }) => againAfter(error) || (slot === undefined && everyMs),
    placeholderData: (before, query) => (query?.queryKey[1] === launchId ? before : undefined),
  });
}
