/** A daemon asks for fees that are too high. */
import { describe, expect, test } from 'vitest'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { payingScene, xmr } from '../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const tail = 600_000_000_000n

async function make(priority: number) {
  const [made] = await scene.wallet.spend.transfer(scene.request(xmr, { priority }), {
    relay: false,
  })
  return made!
}

async function perByte(priority: number) {
  const { fee, tx } = await make(priority)
  return Number(fee) / transactionWeight(tx)
}

describe('a fee estimate', () => {
  test.each([
    [1, [22_000n, 80_000n, 320_000n, 4_000_000n]],
    [4, [20_000n, 80_000n, 320_000n, 4_400_000n]],
  ])('of priority %d is accepted up to a tenth above the honest one', async (priority, fees) => {
    scene.chain.fees = fees
    expect(Math.round((await perByte(priority)) / 1000)).toBe(Number(fees[priority - 1]) / 1000)
  })

  test.each([
    [1, [22_001n, 80_000n, 320_000n, 4_000_000n]],
    [2, [20_000n, 88_001n, 320_000n, 4_000_000n]],
    [3, [20_000n, 80_000n, 352_001n, 4_000_000n]],
    [4, [20_000n, 80_000n, 320_000n, 4_400_001n]],
  ])('error: of priority %d above that', async (priority, fees) => {
    scene.chain.fees = fees
    const asked = fees[priority - 1]
    await expect(make(priority)).rejects.toMatchObject({
      code: -4,
      message: expect.stringContaining(`requests a fee of ${asked} piconero a byte`) as string,
    })
  })
})

describe('a backlog', () => {
  /** An entry of 24 bytes: weight, fee, time in the pool. */
  function entries(count: number, weight: bigint, fee: bigint) {
    const backlog = new Uint8Array(24 * count)
    const view = new DataView(backlog.buffer)
    for (let at = 0; at < backlog.length; at += 24) {
      view.setBigUint64(at, weight, true)
      view.setBigUint64(at + 8, fee, true)
    }
    return backlog
  }

  function invent(backlog: Uint8Array, block_weight = 0n) {
    const { rpc } = scene.chain.daemon
    rpc.get_txpool_backlog = (async () => ({ backlog })) as never
    rpc.get_block_headers_range = (async () => ({
      headers: Array.from({ length: 10 }, () => ({ block_weight })),
    })) as never
  }

  /** The reward of the newest block that the wallet read. */
  async function read(reward: bigint) {
    const { store } = scene.wallet
    await store.commit((change) =>
      change.put(store.blocks, '0', { ...store.blocks.get('0')!, reward }),
    )
  }

  const full = entries(1_000, 2_000n, 2_000n * 80_000n)

  test('that is invented does not raise the fee of priority 0', async () => {
    const { fee } = await make(1)
    invent(full, 600_000n)
    expect((await make(0)).fee).toBe(fee)
    await read(tail)
    expect((await make(0)).fee).toBe(fee)
  })

  test('with entries that no transaction can have does not raise it either', async () => {
    await read(tail + 10_000_000_000n)
    const { fee } = await make(1)
    invent(entries(1, 10_000_000n, 2n ** 63n))
    expect((await make(0)).fee).toBe(fee)
  })

  test('of a chain whose blocks pay the fees of full blocks raises it to priority 2, as in the reference', async () => {
    await read(tail + 10_000_000_000n)
    const { fee } = await make(2)
    invent(full)
    expect((await make(0)).fee).toBe(fee)
    invent(entries(0, 0n, 0n), 300_000n)
    expect((await make(0)).fee).toBe(fee)
  })
})
