/**
 * Sizes of multisig groups, and the rounds that their keys take.
 *
 * @module
 */

/** Members that a group can have. @see monero src/cryptonote_config.h MULTISIG_MAX_SIGNERS */
export const mostSigners = 16

/**
 * Rounds until the group's public spend key is known, the first included. In one more the members
 * compare what they have.
 *
 * @see monero src/multisig/multisig_account.cpp multisig_kex_rounds_required
 */
export const keyRounds = (threshold: number, members: number): number => members - threshold + 1
