/** Pruned transactions with other content than their ids have, and blocks that are requested whole to notice it. */
import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import type { Daemon } from '../../worker/engine/base/ports.ts'
import type { Payout, ScriptedChain, ScriptedTx } from '../support/chains/scripted-chain.ts'
import { plainDaemon, type PlainDaemon } from '../support/daemons/plain-daemon.ts'
import { withCalls } from '../support/daemons/lying-daemon.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
/** Random payments of strangers. */
const foreign: Payout = { payments: [{ amount: 1n }, { amount: 2n }] }
const toUs = (amount: bigint): Payout => ({ payments: [{ to: ours, amount }, { amount: 1n }] })

/** A wallet with a plain daemon. @param isOn - Whether the newest blocks are requested whole. */
async function scene(isOn = true, wrap = (daemon: Daemon) => daemon) {
  const daemon: PlainDaemon = { pruned: new Map(), whole: new Map(), requests: [] }
  const made: { script?: ScriptedChain } = {}
  const { wallet, script, service } = await scriptedWallet(crypto, {
    wrap: (inner) => wrap(plainDaemon(inner, () => made.script!, daemon)),
  })
  made.script = script
  service.wholeBlocks = isOn
  const received = async () => {
    const outcome = await dispatch(service, 'get_transfers', { in: true })
    const { in: list } = (outcome as { result: { in: Shown[] } }).result
    return list.map(({ txid, amount, unverified }) => ({ txid, amount, unverified }))
  }
  const balance = async () => {
    const outcome = await dispatch(service, 'get_balance', {})
    return (outcome as { result: { balance: bigint } }).result.balance
  }
  /** Mines a transaction; pruned answers have the content of another one. */
  const mineLie = (real: ScriptedTx, shown: ScriptedTx) => {
    script.mine([real])
    daemon.pruned.set(real.txid, shown.blob)
  }
  return { wallet, script, service, daemon, received, balance, mineLie }
}

type Shown = { txid: string; amount: bigint; unverified?: boolean }

const problemOf = (txid: string, height: number) =>
  'the answer of daemon scripted is not to be trusted: ' +
  `transaction ${txid} of block ${height} is not the one that the block names. ` +
  'What it paid was removed, and the block is read again; choose another daemon'

describe('a plain daemon that is honest', () => {
  test('is asked for the last 60 blocks whole, then for each new one', async () => {
    const { wallet, script, daemon, received } = await scene()
    for (let i = 0; i < 80; i++) script.mine()
    script.mine([script.pay(foreign)]).mine()
    await wallet.sync.refresh()
    script.mine([script.pay(toUs(5n))])
    await wallet.sync.refresh()
    expect(daemon.requests).toEqual([
      'from 0 pruned',
      'from 49 pruned',
      'whole 23 to 42',
      'whole 43 to 62',
      'whole 63 to 82',
      'from 82 whole',
    ])
    expect(await received()).toEqual([
      { txid: expect.any(String) as string, amount: 5n, unverified: undefined },
    ])
  })

  test('receives the same requests whatever the wallet finds', async () => {
    const play = async (payout: Payout) => {
      const { wallet, script, daemon } = await scene()
      for (let i = 0; i < 3; i++) script.mine([script.pay(payout)]).mine()
      await wallet.sync.refresh()
      for (let i = 0; i < 3; i++) {
        script.mine([script.pay(payout)])
        await wallet.sync.refresh()
      }
      return daemon.requests
    }
    expect(await play(toUs(5n))).toEqual(await play(foreign))
  })

  test('receives the same requests from a wallet that refuses a payment in the pool', async () => {
    const play = async (to: Payout['payments'][number]['to']) => {
      const { wallet, script, daemon } = await scene()
      script.mine([script.pay(foreign)])
      script.wait(script.pay({ payments: [{ to, amount: 2n ** 64n - 1n }, { amount: 1n }] }))
      const refused = await wallet.sync.refresh().then(
        () => false,
        () => true,
      )
      return { refused, requests: daemon.requests }
    }
    const requests = ['from 0 pruned', 'whole 1 to 1']
    expect(await play(ours)).toEqual({ refused: true, requests })
    expect(await play(undefined)).toEqual({ refused: false, requests })
  })

  test('receives no such requests when the setting is off, and payments stay unverified', async () => {
    const { wallet, script, service, daemon, received } = await scene(false)
    const paid = script.pay(toUs(5n))
    script.mine([paid]).mine()
    await wallet.sync.refresh()
    expect(daemon.requests).toEqual(['from 0 pruned'])
    expect(await received()).toEqual([{ txid: paid.txid, amount: 5n, unverified: true }])

    service.wholeBlocks = true
    script.mine()
    await wallet.sync.refresh()
    expect(await received()).toEqual([{ txid: paid.txid, amount: 5n, unverified: undefined }])
  })

  test('proves an older payment when the user asks for its block', async () => {
    const { wallet, script, daemon, received } = await scene()
    const paid = script.pay(toUs(5n))
    script.mine([paid])
    for (let i = 0; i < 80; i++) script.mine([script.pay(foreign)])
    await wallet.sync.refresh()
    expect(await received()).toMatchObject([{ unverified: true }])
    daemon.requests.length = 0
    await wallet.sync.verifyBlocks(1n, 2n)
    expect(daemon.requests).toEqual(['whole 1 to 1'])
    expect(await received()).toEqual([{ txid: paid.txid, amount: 5n, unverified: undefined }])
  })

  test('without whole blocks leaves payments unverified', async () => {
    const refuse = () => Promise.reject(new DaemonError('get_blocks_by_height', 'Failed'))
    const { wallet, script, received } = await scene(true, (daemon) =>
      withCalls(daemon, { bin: { get_blocks_by_height: refuse } }),
    )
    script.mine([script.pay(toUs(5n))])
    await wallet.sync.refresh()
    expect(await received()).toMatchObject([{ amount: 5n, unverified: true }])
  })
})

describe('a pruned transaction with other content', () => {
  test('is shown as not yet verified while nothing is requested whole', async () => {
    const { wallet, script, mineLie, received } = await scene(false)
    const real = script.pay(foreign)
    mineLie(real, script.pay(toUs(1000n)))
    await wallet.sync.refresh()
    expect(await received()).toEqual([{ txid: real.txid, amount: 1000n, unverified: true }])
  })

  const cases: [
    string,
    (script: ScriptedChain) => [real: ScriptedTx, shown: ScriptedTx],
    paid: bigint,
  ][] = [
    ['pays a wallet', (script) => [script.pay(foreign), script.pay(toUs(1000n))], 0n],
    ['hides a payment', (script) => [script.pay(toUs(7n)), script.pay(foreign)], 7n],
    [
      'has a larger amount',
      (script) => {
        const r = crypto.randomScalar()
        const paying = (amount: bigint) =>
          script.pay({ payments: [{ to: ours, amount, r }, { amount: 1n }] })
        return [paying(7n), paying(7000n)]
      },
      7n,
    ],
    [
      'has another payment id',
      (script) => {
        const r = crypto.randomScalar()
        const paying = (id: number) =>
          script.pay({
            payments: [{ to: ours, amount: 7n, r }, { amount: 1n }],
            paymentId: new Uint8Array(8).fill(id),
          })
        return [paying(1), paying(2)]
      },
      7n,
    ],
    [
      'has no time lock',
      (script) => {
        const r = crypto.randomScalar()
        const paying = (unlockTime: bigint) =>
          script.pay({ payments: [{ to: ours, amount: 7n, r }, { amount: 1n }], unlockTime })
        return [paying(5000n), paying(0n)]
      },
      7n,
    ],
  ]

  test.each(cases)('%s: it is removed, and the block is read whole', async (_, make, paid) => {
    const { wallet, script, mineLie, balance, received } = await scene()
    script.mine().mine()
    const [real, shown] = make(script)
    mineLie(real, shown)
    script.mine()
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: problemOf(real.txid, 3),
    })
    expect(await balance()).toBe(0n)
    expect(wallet.chain.height).toBe(3n)

    await wallet.sync.refresh()
    expect(await balance()).toBe(paid)
    expect(await received()).toEqual(
      paid === 0n ? [] : [{ txid: real.txid, amount: paid, unverified: undefined }],
    )
    expect(wallet.chain.height).toBe(5n)
  })

  test('spends an output of the wallet: the output is unspent again', async () => {
    const { wallet, script, service, mineLie, balance } = await scene(false)
    const paid = script.pay(toUs(7n))
    script.mine([paid])
    await wallet.sync.refresh()
    const real = script.pay(foreign)
    mineLie(real, script.pay({ ...foreign, spends: [paid.keyImages[0]!] }))
    await wallet.sync.refresh()
    expect(await balance()).toBe(0n)

    service.wholeBlocks = true
    script.mine()
    await expect(wallet.sync.refresh()).rejects.toThrow(problemOf(real.txid, 2))
    expect(await balance()).toBe(7n)
    await wallet.sync.refresh()
    expect(await balance()).toBe(7n)
  })

  /** A false payment in block 30, and a real one in block 100. */
  async function oldLie() {
    const made = await scene()
    const { wallet, script, mineLie } = made
    for (let i = 1; i < 30; i++) script.mine()
    const real = script.pay(foreign)
    mineLie(real, script.pay(toUs(1000n)))
    for (let i = 31; i < 100; i++) script.mine()
    script.mine([script.pay(toUs(7n))])
    await wallet.sync.refresh()
    return { ...made, real }
  }

  test('in an old block is removed when the user asks for it', async () => {
    const { wallet, daemon, real, balance, received } = await oldLie()
    expect(await balance()).toBe(1007n)

    await expect(wallet.sync.verifyBlocks(30n, 31n)).rejects.toThrow(problemOf(real.txid, 30))
    expect(await balance()).toBe(0n)
    expect(wallet.chain.height).toBe(30n)
    daemon.requests.length = 0
    await wallet.sync.refresh()
    expect(daemon.requests[0]).toBe('from 0 whole')
    expect(daemon.requests.slice(1)).not.toContain('from 0 whole')
    expect(wallet.chain.height).toBe(101n)
    expect(await received()).toMatchObject([{ amount: 7n, unverified: undefined }])
  })

  test('in a block whose id is not stored any more is not verified: a daemon could invent that block', async () => {
    const { wallet, daemon, real, received } = await oldLie()
    await wallet.store.commit((change) => wallet.chain.beginAt(change, 90n))
    await wallet.sync.refresh()
    daemon.requests.length = 0
    await expect(wallet.sync.verifyBlocks(30n, 31n)).rejects.toThrow(
      'the wallet keeps no id of block 30, so it cannot be verified alone: verify all payments instead',
    )
    expect(daemon.requests).toEqual([])
    expect(await received()).toContainEqual({ txid: real.txid, amount: 1000n, unverified: true })
  })

  test('of an earlier daemon is removed, and the error does not accuse the new one', async () => {
    const { wallet, script, service, mineLie, balance } = await scene(false)
    const real = script.pay(foreign)
    mineLie(real, script.pay(toUs(1000n)))
    script.mine()
    await wallet.sync.refresh()
    service.wholeBlocks = true
    wallet.setDaemon({ address: 'other', trusted: false })
    await expect(wallet.sync.refresh()).rejects.toThrow(
      `an earlier daemon was wrong: transaction ${real.txid} of block 1 is not the one that the block names`,
    )
    expect(await balance()).toBe(0n)
  })
})

describe('a whole block', () => {
  test('with another transaction than it names is refused', async () => {
    const { wallet, script, daemon, received } = await scene()
    const paid = script.pay(toUs(5n))
    daemon.whole.set(paid.txid, script.pay(toUs(9n)).whole)
    script.mine([paid])
    await expect(wallet.sync.refresh()).rejects.toThrow(
      'the answer of daemon scripted is not to be trusted: transaction 0 of block 1 is not the one the block names',
    )
    expect(await received()).toEqual([{ txid: paid.txid, amount: 5n, unverified: true }])
  })

  test('with a transaction that is pruned nevertheless is refused', async () => {
    const { wallet, script, received } = await scene(true, (daemon) =>
      withCalls(daemon, {
        bin: {
          get_blocks_by_height: async (params) => {
            const answer = await daemon.bin.get_blocks_by_height(params)
            const blocks = answer.blocks.map((block) => ({
              ...block,
              txs: block.txs.map(({ blob }) => ({ blob, prunable_hash: new Uint8Array(32) })),
            }))
            return { ...answer, blocks }
          },
        },
      }),
    )
    script.mine([script.pay(toUs(5n))])
    await expect(wallet.sync.refresh()).rejects.toThrow('a transaction of a whole block is pruned')
    expect(await received()).toMatchObject([{ unverified: true }])
  })

  test('of another chain proves nothing', async () => {
    const { wallet, script, daemon, received } = await scene(false)
    script.mine([script.pay(toUs(5n))])
    await wallet.sync.refresh()
    script.pop(1)
    script.mine([script.pay(toUs(5n))])
    await expect(wallet.sync.verifyBlocks(1n, 2n)).rejects.toThrow(
      'the blocks of the daemon changed: refresh and try again',
    )
    expect(daemon.requests.at(-1)).toBe('whole 1 to 1')
    expect(await received()).toMatchObject([{ unverified: true }])
  })
})
