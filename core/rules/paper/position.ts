export type Position = 'long' | 'flat';

export type Guardrail = 'cooldown' | 'insufficient_cash';
