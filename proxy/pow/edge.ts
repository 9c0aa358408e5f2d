/**
 * Proof of work on platforms without threads and without compilation at run time.
 *
 * @module
 */
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import type { ProofOfWork } from '../node/types.ts'
import { ProofOfWorkError, type NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

/** RandomX would also not fit into the 128 MB of an isolate. */
const noRandomX =
  'RandomX needs 260 MB of memory and compilation at run time, which this host does not allow'

export const edgePow: ProofOfWork = {
  async hash(blob, context) {
    const work = workFunction(context)
    if (work.kind === 'fixed') return work.hash
    if (work.kind === 'randomx') throw new ProofOfWorkError(`No proof of work: ${noRandomX}`)
    return cryptonight(blob, work.variant, context.height)
  },
}

export const edgeNonceSearcher: NonceSearcher = {
  mostThreads: 0,
  hashRate: 0,
  search: () =>
    Promise.reject(new ProofOfWorkError('Mining needs threads, which this host does not have')),
  stop: () => undefined,
}
