/** Tools that belong together; a client may ask for some of these sets alone. */
export const TOOLSETS = [
  'launches',
  'proof',
  'rewards',
  'safety',
  'quotes',
  'intents',
  'control',
  'trading',
  'strategies',
  'perps',
  'equity',
  'wallet_admin',
] as const;

export type Toolset = (typeof TOOLSETS)[number];
