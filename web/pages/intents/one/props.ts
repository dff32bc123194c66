import type { MintDecimals } from '../../../data/mints.ts';
import type { IntentDetail } from '../../../data/owner/intent-shapes.ts';

export interface IntentProps {
  readonly intent: IntentDetail;
}

export interface ReadableIntentProps extends IntentProps {
  readonly decimals: MintDecimals;
}
