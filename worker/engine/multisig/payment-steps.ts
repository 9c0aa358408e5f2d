/**
 * Entry point of multisig payments. It is loaded on demand, since most wallets have no group.
 *
 * @module
 */
export { proposeAll } from './propose-all.ts'
export { signGroup, submittable } from './sign-set.ts'
