/**
 * Entry point of offline signing. It is loaded on demand, since most wallets do not use it.
 *
 * @module
 */
export { describeAll } from '../exchange/describe.ts'
export { exportKeyImages, firstRequested } from './export-key-images.ts'
export { exportOutputs } from './export-outputs.ts'
export {
  checkedOutputs,
  importKeyImages,
  spentAndUnspent,
  stageKeyImages,
} from './import-key-images.ts'
export { importOutputs } from './import-outputs.ts'
export { exportKeyImageFile, openKeyImageFile } from './key-image-file.ts'
export { checkSet, signSet } from './sign.ts'
export { openSignedSet, unsealSignedSet } from './submit.ts'
export { openUnsignedSet, sealUnsignedSet, unsignedOf } from './unsigned-set.ts'
