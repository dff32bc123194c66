import type { Fault } from '../plan/fault.ts';
import { dyingFork, equivocation } from './fork-faults.ts';
import { kill, killAtStart, killAtWrite, restart } from './life-faults.ts';
import {
  diskFull,
  rpcBackwards,
  rpcLagging,
  rpcNoAnswer,
  rpcRateLimit,
  storeDies,
  storeMute,
  storeRefuses,
  storeSlow,
  storeStalls,
} from './proxy-faults.ts';
import type { Stage } from './stage.ts';
import {
  absence,
  disconnect,
  duplicates,
  frozen,
  lagged,
  lateWrites,
  lostMessage,
  outage,
  outOfRange,
  replayFailed,
  silence,
} from './stream-faults.ts';

/** Lets one fault happen, from the slot at which it is armed; resolves when it is over. */
export async function inject(stage: Stage, fault: Fault): Promise<void> {
  await stage.steps.reach(fault.slot);
  return begin(stage, fault);
}

function begin(stage: Stage, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'disconnect':
      return disconnect(stage, fault);
    case 'absence':
      return absence(stage, fault);
    case 'lagged':
      return lagged(stage, fault);
    case 'duplicates':
      return duplicates(stage, fault);
    case 'late-writes':
      return lateWrites(stage, fault);
    case 'lost-message':
      return lostMessage(stage, fault);
    case 'out-of-range':
      return outOfRange(stage, fault);
    case 'replay-failed':
      return replayFailed(stage, fault);
    case 'outage':
      return outage(stage, fault);
    case 'dying-fork':
      return dyingFork(stage, fault);
    case 'equivocation':
      return equivocation(stage, fault);
    case 'silence':
      return silence(stage, fault);
    case 'frozen':
      return frozen(stage, fault);
    case 'kill-at-write':
      return killAtWrite(stage, fault);
    case 'kill-at-start':
      return killAtStart(stage, fault);
    case 'kill':
      return kill(stage, fault);
    case 'restart':
      return restart(stage, fault);
    case 'rpc-rate-limit':
      return rpcRateLimit(stage, fault);
    case 'rpc-no-answer':
      return rpcNoAnswer(stage, fault);
    case 'rpc-lagging':
      return rpcLagging(stage, fault);
    case 'rpc-backwards':
      return rpcBackwards(stage, fault);
    case 'disk-full':
      return diskFull(stage, fault);
    case 'store-refuses':
      return storeRefuses(stage, fault);
    case 'store-slow':
      return storeSlow(stage, fault);
    case 'store-mute':
      return storeMute(stage, fault);
    case 'store-dies':
      return storeDies(stage, fault);
    case 'store-stalls':
      return storeStalls(stage, fault);
  }
}
