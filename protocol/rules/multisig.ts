/**
 * Sizes of multisig groups, and the rounds of their key exchange.
 *
 * @module
 */

/** Maximum number of members. @see monero src/cryptonote_config.h MULTISIG_MAX_SIGNERS */
export const mostSigners = 16

/**
 * Rounds until the group's public spend key is known, the first included. One more round verifies it.
 *
 * @see monero src/multisig/multisig_account.cpp multisig_kex_rounds_required
 */
export const keyRounds = (threshold: number, members: number): number => members - threshold + 1
