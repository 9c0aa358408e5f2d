/**
 * Our wallet and a monero wallet with the same keys, and a payer, on a private chain in the test process.
 *
 * @module
 */
import { startPayer } from '../spending/in-process-payer.ts'
import { restoreOurs, restoreTheirs } from './restore-both.ts'
import { servedNode } from '../daemons/served-node.ts'

/** In piconero. */
export const xmr = 1_000_000_000_000n

export type BooksScene = Awaited<ReturnType<typeof setBooksScene>>

/**
 * Ours: three block rewards; 1 at the primary address with the payment id of ones, 2 at address 1, 3
 * at the first of account 1. All mined and old enough to be spent.
 */
export async function setBooksScene() {
  const node = await servedNode()
  const ours = await restoreOurs(node.address)
  const payer = await startPayer(node.address)
  const own = (account: number, address: number) =>
    ours.wallet.addresses.address({ account, address })
  await node.mine(3, own(0, 0))
  await node.mine(20, payer.address)
  await node.mine(70)
  const twin = await restoreTheirs(node.address, ours)
  const refresh = () => Promise.all([ours.call('refresh'), twin.call('refresh')])
  const { integrated_address } = await ours.call('make_integrated_address', {
    payment_id: '1111111111111111',
  })

  const scene = {
    node,
    ours,
    twin,
    payer,
    own,
    refresh,
    /** Our primary address with a payment id of ones. */
    integrated: integrated_address as string,
    /** Receives a payment, and mines blocks until it is spendable. @returns The transaction id. */
    async receive(...payments: (readonly [address: string, amount: bigint])[]): Promise<string> {
      const { tx_hash } = await payer.pay(payments)
      await node.mine(10)
      await refresh()
      return tx_hash
    },
  }
  await payer.pay([[integrated_address, xmr]])
  await scene.receive([own(0, 1), 2n * xmr], [own(1, 0), 3n * xmr])
  return scene
}
