/**
 * What a pair of wallets takes, one of which is kept offline: loaded when there is one, since most have none.
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
