/**
 * Size limits of requests, in bytes.
 *
 * @module
 */

/** For calls with a few short params. */
export const small = 16 * 1024

/** For lists of hashes, transactions and blocks: the limit of monerod. @see monero MAX_RPC_CONTENT_LENGTH */
export const large = 1024 * 1024
