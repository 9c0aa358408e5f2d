/**
 * The circumstances in which the calls are made.
 *
 * @module
 */

/** `full`: a wallet with all its keys, coins and history. */
export type State = 'no wallet' | 'full' | 'view-only' | 'restricted'
