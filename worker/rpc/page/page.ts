/**
 * The service as a page uses it, and what the worker keeps for that page.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Service } from '../../engine/service.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { Reviews } from './payments/reviews.ts'

export class Page {
  readonly service: Service
  readonly reviews: Reviews
  /** Sets how many threads scan from the next refresh on; undefined for one per core. */
  readonly setScanThreads: (count: number | undefined) => void

  constructor(service: Service, setScanThreads: Page['setScanThreads']) {
    this.service = service
    this.reviews = new Reviews(service)
    this.setScanThreads = setScanThreads
  }

  /** The open wallet. @throws {RpcError} NOT_OPEN */
  get wallet(): Wallet {
    const { wallet } = this.service
    if (!wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
    return wallet
  }
}
