/**
 * Entry point of the multisig steps. It is loaded on demand, since most wallets have no group.
 *
 * @module
 */
export { baseKeysOf } from './base-keys.ts'
export { exchange, firstMessage, foundGroup, messageOf } from './exchange.ts'
export { exportInfo } from './export-info.ts'
export { learnFrom, noteLearned, openInfo, openInfos } from './import-info.ts'
