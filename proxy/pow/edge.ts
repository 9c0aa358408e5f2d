/**
 * Proof of work where there are no threads and nothing may be compiled at run time.
 *
 * @module
 */
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import type { ProofOfWork } from '../node/types.ts'
import { ProofOfWorkError, type NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

/** RandomX also would not fit into an isolate's 128 MB. */
const refusal = 'this host cannot work out RandomX: it has no memory for it and forbids to compile'

export const edgePow: ProofOfWork = {
  async hash(blob, context) {
    const work = workFunction(context)
    if (work.kind === 'fixed') return work.hash
    if (work.kind === 'randomx') throw new ProofOfWorkError(`No proof of work: ${refusal}`)
    return cryptonight(blob, work.variant, context.height)
  },
}

export const edgeNonceSearcher: NonceSearcher = {
  mostThreads: 0,
  hashRate: 0,
  search: () => Promise.reject(new ProofOfWorkError('This host cannot mine: it has no threads')),
  stop: () => undefined,
}
