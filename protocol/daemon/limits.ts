/**
 * How large a request may be, in bytes.
 *
 * @module
 */

/** Calls of a few short params. */
export const small = 16 * 1024

/** The most monerod reads: lists of hashes, transactions, blocks. @see monero MAX_RPC_CONTENT_LENGTH */
export const large = 1024 * 1024
