import type { LaunchState, Stamp } from './model.ts';
import type { Answer, MirrorView, Stamped } from './questions.ts';

/**
 * The launches whose accounts are all readable. Lists omit the others, and their stamp says that accounts are missing.
 */
export function readable(launches: readonly LaunchState[], { unreadable }: Stamp): readonly LaunchState[] {
  return unreadable ? launches.filter(({ launchId }) => !unreadable.hides(launchId)) : launches;
}

/**
 * The same view, which refuses a request about a launch or wallet with unreadable accounts at its slot: the earlier
 * state is not an answer for that slot.
 */
export function readableOnly(view: MirrorView, { unreadable }: Stamp): MirrorView {
  if (!unreadable) return view;
  const requireAll = (launchId: bigint): void => {
    unreadable.requireLaunch(launchId);
    unreadable.requirePledges(launchId);
  };
  const requireWallet = (
    launchId: bigint,
    wallet: Parameters<typeof unreadable.requireWallet>[0] | undefined,
  ) => {
    unreadable.requireLaunch(launchId);
    if (wallet !== undefined) unreadable.requirePledge(launchId, wallet);
  };
  /** If no launch is known by the id, an account at its address that was never readable may be one. */
  const requireKnown =
    (launchId: bigint) =>
    (facts: unknown): void => {
      if (facts === undefined) unreadable.requireNoLaunch(launchId);
    };
  return {
    ...view,
    launch: (question) => {
      requireWallet(question.launchId, question.wallet);
      return checked(view.launch(question), (facts) => {
        requireKnown(question.launchId)(facts);
        if (facts?.totals) unreadable.requirePledges(question.launchId);
      });
    },
    details: (question) => {
      for (const launchId of question.launchIds) requireWallet(launchId, question.wallet);
      return checked(view.details(question), (facts) => {
        for (const launchId of question.launchIds) requireKnown(launchId)(facts.get(launchId));
        for (const [launchId, { totals }] of facts) if (totals) unreadable.requirePledges(launchId);
      });
    },
    pledges: (question) => {
      requireAll(question.launchId);
      return checked(view.pledges(question), requireKnown(question.launchId));
    },
    firstPledgePages: (question) => {
      for (const launchId of question.launchIds) requireAll(launchId);
      return view.firstPledgePages(question);
    },
    distribution: (question) => {
      requireAll(question.launchId);
      return checked(view.distribution(question), requireKnown(question.launchId));
    },
    positions: (question) => {
      unreadable.requireWallet(question.wallet);
      return checked(view.positions(question), ({ positions }) => {
        for (const { launch } of positions) unreadable.requireLaunch(launch.launchId);
      });
    },
  };
}

function checked<Facts>(answer: Answer<Facts>, check: (facts: Facts) => void): Answer<Facts> {
  const pass = (stamped: Stamped<Facts>): Stamped<Facts> => {
    check(stamped.facts);
    return stamped;
  };
  return answer instanceof Promise ? answer.then(pass) : pass(answer);
}
