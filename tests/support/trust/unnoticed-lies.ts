/**
 * Lies that the wallet does not notice, and why.
 *
 * @module
 */
export type OpenLie = {
  /** What the daemon sends, for the table. */
  claim: string
  reason: string
}

export const openLies: readonly OpenLie[] = [
  {
    claim: 'a false payment more than 60 blocks below the top, by a plain monerod',
    reason:
      'monerod leaves the hash of pruned data empty; the payment is not yet verified until its block, or a range of blocks, is read whole',
  },
  {
    claim: 'few blocks without proof of work among many new ones',
    reason:
      'eight random blocks and the newest ten are checked; a page checks none by default where the browser reports no memory of 4 GB',
  },
  {
    claim: 'a difficulty above the true one before the first block of a wallet',
    reason:
      'nothing binds difficulties in headers to ids; honest blocks are then refused until a rescan with another daemon',
  },
  {
    claim: 'a false row of a scan feed that is compared with no second source',
    reason:
      'random blocks are compared, so that many false rows are found and a single one seldom; its payment is not yet verified until its block, or a range of blocks, is read whole',
  },
]

export const undetectableLies: readonly OpenLie[] = [
  {
    claim: 'a pool transaction that no miner will take',
    reason:
      'only a block proves that a transaction is valid; the wallet shows a pool payment as unconfirmed',
  },
  {
    claim: 'an accepted payment that the daemon keeps for itself',
    reason:
      'other nodes are not asked; the payment stays pending, and is sent again after hours or on request',
  },
  {
    claim: 'another key for some decoys',
    reason:
      'the wallet does not know foreign outputs; the network refuses the payment, and the next attempt uses the same ring',
  },
  {
    claim: 'an address for an OpenAlias name that the proxy invents',
    reason:
      'the proxy answers the DNS query of the page; the wallet shows the address before it pays',
  },
]
