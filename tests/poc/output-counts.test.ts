/** What a daemon learns from the output distribution, and what it can claim in it. */
import { describe, expect, test } from 'vitest'
import { packCounts } from '#protocol/daemon/output-counts.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { spendableDaemon } from '../support/chains/spendable-chain.ts'
import { withBlocksArriving } from '../support/daemons/encoded-daemon.ts'
import { withCalls } from '../support/daemons/lying-daemon.ts'
import { testSeed, testService, testWallet } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
const xmr = 1_000_000_000_000n

/** Outputs of each block as a daemon claims them, from the genesis block on. */
type Claim = (counts: number[]) => number[]

/** A wallet that reads the blocks from 64 on of a chain of 201, and scans them from 100 on. It owns a coin of block 150. */
async function scene(claim: Claim = (counts) => counts) {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  for (let block = 1; block <= 200; block++)
    script.mine(block === 150 ? [script.pay({ payments: [{ to: ours, amount: 9n * xmr }] })] : [])
  const asked: string[] = []
  const state = { claim }
  const honest = spendableDaemon(script)
  const daemon = withCalls(honest, {
    bin: {
      get_output_distribution: async (params) => {
        asked.push('distribution')
        const answer = await honest.bin.get_output_distribution(params)
        const [only] = answer.distributions!
        const counts = state.claim([...only!.compressed_data!])
        return { ...answer, distributions: [{ ...only!, compressed_data: packCounts(counts) }] }
      },
      get_outs: async (params) => {
        asked.push('outputs')
        return honest.bin.get_outs(params)
      },
    },
  })
  const lines: string[] = []
  const service = await testService(
    { network: 'fakechain', daemon: { address: 'node:18081', trusted: false } },
    {
      connect: () => withBlocksArriving(daemon),
      log: (level, message) => void lines.push(`${level}: ${message}`),
    },
  )
  const wallet = await testWallet({ network: 'fakechain', restoreHeight: 100n }, service)
  return {
    wallet,
    script,
    asked,
    state,
    lines,
    pay: () =>
      dispatch(service, 'transfer', {
        destinations: [{ address: wallet.primaryAddress, amount: xmr }],
        do_not_relay: true,
      }),
  }
}

const paid = { result: expect.any(Object) as object }

describe('the output distribution', () => {
  test('is requested after the first refresh, and not by payments or later refreshes', async () => {
    const { wallet, script, asked, pay } = await scene()
    await wallet.sync.refresh()
    expect(asked).toEqual(['distribution'])
    expect(await pay()).toEqual(paid)
    script.mine([script.pay({ payments: [{ amount: 1n }, { amount: 1n }] })])
    await wallet.sync.refresh()
    expect(await pay()).toEqual(paid)
    expect(asked.filter((call) => call === 'distribution')).toHaveLength(1)
  })

  test('is counted from the blocks that the wallet reads, also over a reorganisation', async () => {
    const { wallet, script, asked } = await scene()
    await wallet.sync.refresh()
    script.pop(5)
    for (let block = 0; block < 7; block++)
      script.mine([script.pay({ payments: [{ amount: 1n }, { amount: 1n }] })])
    await wallet.sync.refresh()
    const expected: number[] = []
    for (const { indices } of script.blocks)
      expected.push((expected.at(-1) ?? 0) + indices.flat().length)
    const daemon = wallet.daemon!
    expect([...(await wallet.outputCounts.sums(daemon))]).toEqual([0, ...expected])
    expect(asked).toEqual(['distribution'])
  })

  test.each<[string, Claim]>([
    [
      'three big blocks that hold nearly all outputs',
      (counts) => counts.map((count, height) => ([61, 62, 63].includes(height) ? 500_000 : count)),
    ],
    ['one output too many', (counts) => counts.map((count, height) => (height === 50 ? 2 : count))],
    ['one output too few', (counts) => counts.map((count, height) => (height === 50 ? 0 : count))],
    [
      'a block with more outputs than its weight allows',
      (counts) => counts.map((count, height) => (height === 50 ? 5_000_000 : count)),
    ],
    ['fewer blocks than the wallet has read', (counts) => counts.slice(0, 60)],
  ])('with a lie of %s is refused: no ring is drawn from it', async (_, claim) => {
    const { wallet, asked, state, lines, pay } = await scene(claim)
    await wallet.sync.refresh()
    const text = 'the counts of daemon node:18081 are wrong and are not used; choose another daemon'
    expect(lines).toEqual([expect.stringContaining(text)])
    expect(await pay()).toMatchObject({
      error: { code: -4, message: expect.stringContaining(text) as string },
    })
    expect(asked).not.toContain('outputs')
    // An honest answer is used later.
    state.claim = (counts) => counts
    expect(await pay()).toEqual(paid)
  })

  test('with a lie about blocks that the wallet reads itself has no effect', async () => {
    const { wallet, state, pay, asked } = await scene()
    state.claim = (counts) => counts.map((count, height) => (height > 190 ? 800_000 : count))
    await wallet.sync.refresh()
    expect(await pay()).toEqual(paid)
    const sums = await wallet.outputCounts.sums(wallet.daemon!)
    expect(sums.at(-1)).toBe(202 - 1)
    expect(asked.filter((call) => call === 'distribution')).toHaveLength(1)
  })
})
