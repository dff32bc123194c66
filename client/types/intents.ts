import type * as intents from '../../schemas/rest/intents.ts';

export type IntentStatus = intents.IntentAnswer['status'];
export type Intent = Readonly<intents.IntentAnswer>;
export type IntentDetail = Readonly<intents.IntentDetail>;
export type IntentPage = Readonly<intents.IntentListAnswer>;
/** `transaction` is what the owner's wallet signs, in base64, with a description of its effects. */
export type UnsignedTransaction = Readonly<intents.UnsignedTransaction>;
