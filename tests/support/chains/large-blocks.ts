/**
 * Blocks with so much in them that scanners on threads are given work.
 *
 * @module
 */
import type { ScriptedChain } from './scripted-chain.ts'

/** A few that differ: making one takes long. */
const different = 40
const perBlock = 600

/**
 * Mines blocks of foreign transactions among which some pay the wallet, at the end of what it
 * watches too, and some spend what it was paid.
 */
export function mineBigBlocks(script: ScriptedChain, blocks: number): void {
  const foreign = Array.from({ length: different }, () =>
    script.pay({ payments: [{ amount: 1n }, { amount: 2n }] }),
  )
  let spendable: string[] = []
  for (let block = 0; block < blocks; block++) {
    const to = { account: 0, address: (3 * block) % 20 }
    const paid = script.pay({ payments: [{ to, amount: 100n }, { amount: 3n }] })
    const spent = script.pay({ payments: [{ amount: 60n }], spends: spendable, fee: 10n })
    const txs = Array.from({ length: perBlock }, (_, at) => foreign[(block + at) % different]!)
    txs[100] = spent
    txs[400] = paid
    script.mine(txs, block % 3 === 0 ? { account: 0, address: 0 } : undefined)
    spendable = paid.keyImages.filter((image) => image !== undefined)
  }
}
