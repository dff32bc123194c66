const NAMES: Readonly<Record<string, string>> = {
  referral: 'Referral',
  clone: 'Clone',
  integrator: 'Integrator',
  signup_bonus: 'Sign-up bonus',
  hive_contribution: 'Contribution credits',
  distribution: 'Distribution',
  season: 'Season',
};

export const programName = (program: string): string => NAMES[program] ?? program;
