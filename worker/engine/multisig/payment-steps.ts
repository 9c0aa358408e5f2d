/**
 * What a group's payments take: loaded when there is one, since most wallets have no group.
 *
 * @module
 */
export { proposeAll } from './propose-all.ts'
export { signGroup, submittable } from './sign-set.ts'
