import type { IndexIdentity } from '../../../indexer/write/resume.ts';

export const TEST_IDENTITY: IndexIdentity = {
  genesisHash: 'genesis',
  programId: '11111111111111111111111111111111',
  cluster: 'localnet',
  commitment: 'confirmed',
  idlHash: 'layout',
};
