/**
 * Our wallet with coins, a monero wallet with the same keys, and a recipient, on a private chain.
 *
 * @module
 */
import { expect } from 'vitest'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../programs/monerod.ts'
import { restoreOurs, restoreTheirs } from './restore-both.ts'

/** In piconero. */
export const xmr = 1_000_000_000_000n

type Wanted = readonly (readonly [address: string, amount: bigint])[]

/** Destinations of a transfer. */
export const pays = (wanted: Wanted) => wanted.map(([address, amount]) => ({ address, amount }))

export type PaymentScene = Awaited<ReturnType<typeof setPaymentScene>>

/** What a scene needs of its node. */
export type SceneNode = Pick<Monerod, 'address' | 'post'> & {
  mine: (blocks: number, address?: string) => Promise<unknown>
}

/**
 * @param coinbases - How many block rewards are ours; the youngest is 70 blocks old.
 * @param start - Starts its node: a monerod, unless it is the wallets alone that are looked at.
 */
export async function setPaymentScene({
  coinbases,
  start = startMonerod,
}: {
  coinbases: number
  start?: () => Promise<SceneNode>
}) {
  const node = await start()
  const ours = await restoreOurs(node.address)
  const payee = await startMinerWallet(node.address)
  const to = await addressesOf(payee)
  await node.mine(coinbases, ours.wallet.primaryAddress)
  await node.mine(70)
  const twin = await restoreTheirs(node.address, ours)
  const refresh = () =>
    Promise.all([ours.call('refresh'), twin.call('refresh'), payee.call('refresh')])
  await refresh()

  const scene = {
    ours,
    /** A monero wallet with our keys. */
    twin,
    /** Whom we pay. */
    payee,
    to,
    /** An address of ours. */
    own: (account: number, address: number) => ours.wallet.addresses.address({ account, address }),
    /** Lets all that was sent be mined; what it brought is spendable nine blocks later. */
    async mined() {
      await node.mine(1)
      await refresh()
    },
    /** Lets all that was sent be mined and spendable. */
    async settle() {
      await node.mine(10)
      await refresh()
    },
    /** Pays ourselves, a transaction a round, so that there are outputs of known amounts. */
    async fund(...rounds: Wanted[]) {
      for (const wanted of rounds) {
        await ours.call('transfer', { destinations: pays(wanted) })
        await scene.settle()
      }
    },
    /** Whether the node has mined it. */
    isMined: (txid: string) => isMined(node, txid),
    /** What the payee's wallet says that an address got in a transaction, by the transaction key. */
    async proven(txid: string, tx_key: string, address: string): Promise<bigint> {
      return (await payee.call('check_tx_key', { txid, tx_key, address })).received
    },
  }
  return scene
}

/** Of every kind: primary, subaddresses, that of another account, integrated. */
async function addressesOf(payee: WalletRpc) {
  const addressOf = async (account_index: number): Promise<string> =>
    (await payee.call('get_address', { account_index })).address
  await payee.call('create_account')
  const { addresses } = await payee.call('create_address', { account_index: 0, count: 8 })
  const { integrated_address } = await payee.call('make_integrated_address', {
    payment_id: '1122334455667788',
  })
  return {
    standard: await addressOf(0),
    subs: addresses as string[],
    far: await addressOf(1),
    integrated: integrated_address as string,
  }
}

async function isMined(node: SceneNode, txid: string): Promise<boolean> {
  const { txs } = (await node.post('/get_transactions', { txs_hashes: [txid] })).json()
  return txs?.[0]?.in_pool === false
}

/** Most bytes by which the rings of two inputs may differ: their members' indices take one to three. */
const ringBytes = 64n

/** That two transactions weigh and cost the same but for the indices of their ring members. */
export function expectSameCost(
  our: { fee: bigint; weight: bigint },
  their: { fee: bigint; weight: bigint },
) {
  const dearest = (their.fee / their.weight + 1n) * ringBytes + feeStep
  expect(apart(our.weight, their.weight)).toBeLessThanOrEqual(ringBytes)
  expect(apart(our.fee, their.fee)).toBeLessThanOrEqual(dearest)
}

/** Fees are multiples of it. @see monero src/cryptonote_config.h PER_KB_FEE_QUANTIZATION_DECIMALS */
const feeStep = 10_000n

const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

/** Names of the fields of an answer; the reference of 0.18.0.0 does not have all that v0.18.5.1 has. */
export const fieldsOf = (answer: Result) =>
  Object.keys(answer)
    .filter((name) => !name.startsWith('amounts_by_dest'))
    .sort()
