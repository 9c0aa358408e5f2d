/**
 * What a group's payments take: loaded when there is one, since most wallets have no group.
 *
 * @module
 */
export { propose } from './propose.ts'
export { reconstruct } from './reconstruct.ts'
export { signGroup, submittable } from './sign-set.ts'
