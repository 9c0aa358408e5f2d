/**
 * The circumstances in which the calls are made.
 *
 * @module
 */

/**
 * `full`: a wallet with all its keys, coins and history. `joining`: one that is to be a member of a
 * multisig group, its keys half exchanged. `member`: one that is, with coins.
 */
export type State = 'no wallet' | 'full' | 'joining' | 'member' | 'view-only' | 'restricted'
