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
    claim: 'a mined transaction with other content, or the content of another transaction',
    reason:
      'monerod leaves the hash of pruned data empty, so a pruned transaction is not bound to its id; detected behind a proxy that fills the hashes in (`tests/interop/proxy/filled-blocks.test.ts`)',
  },
  {
    claim: 'blocks without proof of work',
    reason: 'the wallet does not compute RandomX',
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
