/**
 * `data` of errors that share their code with others: clients compare it instead of the message.
 *
 * @module
 */

export const errorDetails = {
  wrongPassword: 'wrong password',
  walletInUse: 'in use',
  /** Stored records were removed, replaced by older ones, or damaged. */
  recordsChanged: 'records changed',
  /** The words are not a seed: `seed:` and the reason. */
  seedWordCount: 'seed: expected 13, 16, 24 or 25 words',
  seedUnknownWord: 'seed: expected words of one word list, got an unknown word or several lists',
  seedChecksum: 'seed: the checksum does not match: a word is wrong or misplaced',
  seedNoKey: 'seed: these words encode no valid key',
  seedAmbiguous: 'language: these words are a seed in several languages',
  seedFeatures: 'seed: these words need a feature that this wallet does not support',
  seedEncrypted: 'seed_offset: these words are encrypted with a passphrase',
  /** A wallet with transactions cannot become multisig. */
  walletUsed: 'wallet used before',
  /** The data of export_multisig_info that a signature needs was used or replaced. */
  staleMultisigInfo: 'stale multisig info',
  /** Too few members' data of export_multisig_info was imported. */
  missingMultisigInfo: 'missing multisig info',
  otherMultisigGroup: 'other multisig group',
  /** The signature or the encryption of a message does not verify. */
  damagedMessage: 'damaged message',
  fullySigned: 'fully signed',
  /** The daemon may have received the transaction: the wallet keeps and resends it. */
  answerLost: 'answer lost',
  /** Another transaction spends an input of this one. */
  outputSpent: 'output spent',
  /** A refused payment could still be mined, and this one does not exclude it. */
  refusedBefore: 'refused before',
  /** An output that was chosen for a payment cannot be spent, or all of them do not suffice. */
  chosenUnknown: 'chosen: unknown',
  chosenOtherAccount: 'chosen: other account',
  chosenSpent: 'chosen: spent',
  chosenFrozen: 'chosen: frozen',
  chosenLocked: 'chosen: locked',
  chosenNone: 'chosen: none',
  chosenTooSmall: 'chosen: too small',
  chosenTooMany: 'chosen: too many',
  /** The daemon answered wrongly about ring candidates: it is not asked about this output again. */
  wrongCandidates: 'daemon: wrong ring candidates',
  /** The daemon lacks blocks that ring candidates are in. */
  missingCandidates: 'daemon: missing ring candidates',
  /** The daemon and another node disagree about the chain or about fees: nothing was sent. */
  nodesDisagree: 'nodes: disagree',
  /** The disk or the browser's storage failed: nothing was changed, nothing sent. The message says what to do. */
  storageFailed: 'storage: failed',
  /** Code that is loaded on demand did not load. The call has changed nothing, and may be made again. */
  codeNotLoaded: 'code: not loaded',
  /** Another call ended this one. */
  interrupted: 'interrupted',
} as const
