/**
 * The status fields of successful answers.
 *
 * @module
 */
export const okStatus = { status: 'OK', untrusted: false }

/** The same for calls that a node may charge for. Our node never charges. */
export const okPaid = { ...okStatus, credits: 0n, top_hash: '' }
