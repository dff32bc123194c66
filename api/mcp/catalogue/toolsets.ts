/** Groups of tools; a client may request only some of them. */
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
