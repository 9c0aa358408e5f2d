/**
 * What every answer that went well begins with.
 *
 * @module
 */
export const okStatus = { status: 'OK', untrusted: false }

/** The same of calls that a node may take payment for, which ours never does. */
export const okPaid = { ...okStatus, credits: 0n, top_hash: '' }
