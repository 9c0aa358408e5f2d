/**
 * Entry point of offline signing. It is loaded on demand, since most wallets do not use it.
 *
 * @module
 */
export { describeAll } from '../exchange/describe.ts'
export { exportKeyImages, firstRequested } from './export-key-images.ts'
export { exportOutputs } from './export-outputs.ts'
export { importKeyImages, spentAndUnspent } from './import-key-images.ts'
export { importOutputs } from './import-outputs.ts'
export { signSet } from './sign.ts'
export { openSignedSet } from './submit.ts'
export { openUnsignedSet, sealUnsignedSet, unsignedOf } from './unsigned-set.ts'
