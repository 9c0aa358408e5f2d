/**
 * All tables of a chain, over one driver.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import { Alternatives } from './alternatives.ts'
import { Blocks } from './blocks.ts'
import { toInteger } from './columns.ts'
import type { Driver } from './driver.ts'
import { Outputs } from './outputs.ts'
import { prepareSchema } from './schema.ts'
import { Transactions } from './transactions.ts'

export class ChainStore {
  readonly driver: Driver
  readonly network: Network
  readonly blocks: Blocks
  readonly transactions: Transactions
  readonly outputs: Outputs
  readonly alternatives: Alternatives

  /**
   * Creates the tables in an empty database.
   *
   * @throws StoreError for a store of another network or a newer schema.
   */
  constructor(driver: Driver, network: Network) {
    prepareSchema(driver, network)
    this.driver = driver
    this.network = network
    this.blocks = new Blocks(driver)
    this.transactions = new Transactions(driver)
    this.outputs = new Outputs(driver)
    this.alternatives = new Alternatives(driver)
  }

  /** Number of rows in a table, for consistency checks. */
  rows(table: 'blocks' | 'transactions' | 'outputs' | 'key_images'): number {
    return toInteger(this.driver.all(`SELECT COUNT(*) AS n FROM ${table}`)[0]!.n)
  }
}
