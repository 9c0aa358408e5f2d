import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { seedKeys } from '../../../../worker/engine/keys/new-keys.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import type { Change, Store } from '../../../../worker/engine/store/store.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { allTables } from '../../../support/wallets/crashing-wallet.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import {
  ScriptedChain,
  type Payment,
  type ScriptedTx,
} from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const nothing = () => undefined

/** Keeps only the ids of the last blocks, as a long chain does. */
async function buryUpTo({ store }: Wallet, height: bigint) {
  const { first, ids, reward } = store.blocks.get('0')!
  const left = ids.slice(32 * Number(height - first))
  await store.commit((change) =>
    change.put(store.blocks, '0', { first: height, ids: left, reward }),
  )
}

describe('the correction of a wrong key image', () => {
  /** Block 31 holds an own payment, and block 33 pays the wallet; an output of block 1 is frozen. */
  async function scene() {
    const made = await rescanScene()
    const { wallet, script, call, first } = made
    await wallet.sync.refresh()
    await made.pay()
    script.mine([...script.pool.values()]).mine()
    const later = script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: coin }] })
    script.mine([later])
    while (script.height < 45) script.mine()
    await wallet.sync.refresh()
    await call('freeze', { key_image: first.keyImages[2] })
    // Several answers, each after the one before.
    script.perAnswer = 4
    const another = bytesToHex(script.crypto.hashToPoint(new Uint8Array(32)))
    /** A wrong key image for an output of that block. */
    const wrong = (from: bigint) => {
      const output = [...wallet.store.outputs.values()].find(({ height }) => height === from)
      return new Map([[output!.key, another]])
    }
    return { ...made, wrong }
  }

  test.each([
    ['with the ids of its blocks', 33n, 2n],
    ['at the oldest known block id', 33n, 33n],
    ['without the ids of its blocks', 33n, 40n],
    ['without them, with an own payment', 31n, 40n],
  ])('applies its blocks again and restores the ledger: %s', async (_, from, oldest) => {
    const { wallet, books, balance, wrong } = await scene()
    await buryUpTo(wallet, oldest)
    const [before, worth] = [books(), await balance()]
    await wallet.sync.lookAgain(wrong(from), nothing, true)
    expect(books()).toEqual(before)
    expect(await balance()).toBe(worth)
    expect(wallet.chain.height).toBe(45n)
  })

  test('leaves the blocks to the next refresh', async () => {
    const { wallet, books, wrong } = await scene()
    await buryUpTo(wallet, 40n)
    const before = books()
    await wallet.sync.lookAgain(wrong(33n), nothing, false)
    expect(wallet.chain.height).toBe(33n)
    expect(wallet.store.outputs.size).toBe((before.outputs as unknown[]).length - 1)
    await wallet.sync.refresh()
    expect(books()).toEqual(before)
  })
})

/** By one-time key, in hex. */
type Images = Map<string, string>

const to = (account: number, address: number) => ({ account, address })

function imagesOf(...txs: readonly ScriptedTx[]): Images {
  const images: Images = new Map()
  for (const { tx, keyImages } of txs)
    for (const [i, image] of keyImages.entries())
      if (image !== undefined) images.set(bytesToHex(tx.outputs[i]!.key), image)
  return images
}

function noteImages(change: Change, { keyImages }: Store, images: Images) {
  for (const [key, keyImage] of images)
    change.put(keyImages, key, { keyImage, proven: false, requested: false })
}

/** A view-only wallet, which cannot make key images. @param wrap - Changes its daemon. */
async function viewOnlyWallet(
  script: ScriptedChain,
  wrap?: (daemon: Daemon) => Daemon,
): Promise<Wallet> {
  const keys = seedKeys(script.crypto, testSeed, 'English')
  const { spendSecret: _, ...secrets } = keys.secrets
  const wanted = { ...keys, secrets, deterministic: false }
  const { wallet } = await scriptedWallet(script.crypto, { script, wanted, ...(wrap && { wrap }) })
  return wallet
}

const learn = (wallet: Wallet, images: Images) =>
  wallet.sync.lookAgain(images, (change) => noteImages(change, wallet.store, images), true)

/** Its records of the chain. */
function booksOf({ store }: Wallet) {
  const { blocks: _, info: __, ...books } = allTables(store)
  return books
}

/** The records of a wallet that has these key images before its first block. */
async function expectedBooks(script: ScriptedChain, images: Images) {
  const wallet = await viewOnlyWallet(script)
  await wallet.store.commit((change) => noteImages(change, wallet.store, images))
  await wallet.sync.refresh()
  return booksOf(wallet)
}

const newScript = async () => {
  const crypto = await testCrypto()
  return new ScriptedChain(
    crypto,
    seedKeys(crypto, testSeed, 'English').secrets as ScriptedChain['ours'],
  )
}

/** Height 31: block 3 spends outputs of block 1, and block 5 spends the change of block 3. */
async function spentScene(wrap?: (daemon: Daemon) => Daemon) {
  const script = await newScript()
  const first = script.pay({
    payments: [
      { to: to(0, 0), amount: 5n },
      { to: to(0, 1), amount: 7n },
      { to: to(1, 0), amount: 4n },
    ],
  })
  const second = script.pay({
    payments: [{ amount: 3n }, { to: to(0, 0), amount: 2n }, { to: to(1, 1), amount: 1n }],
    spends: [first.keyImages[0]!, first.keyImages[1]!],
  })
  const third = script.pay({
    payments: [{ to: to(0, 2), amount: 1n }, { amount: 1n }],
    spends: [second.keyImages[1]!],
  })
  script.mine([first]).mine().mine([second]).mine().mine([third])
  while (script.height < 31) script.mine()
  script.perAnswer = 4
  const images = imagesOf(first, second, third)
  const wallet = await viewOnlyWallet(script, wrap)
  await wallet.sync.refresh()
  expect(wallet.store.sent.size).toBe(0)
  return { script, images, wallet, first }
}

describe('late key images', () => {
  test('add the spenders of their outputs, and leave the rest of the ledger unchanged', async () => {
    const asked: unknown[] = []
    const { script, images, wallet, first } = await spentScene((daemon) => ({
      ...daemon,
      bin: {
        ...daemon.bin,
        get_blocks(params) {
          asked.push(params.start_height)
          return daemon.bin.get_blocks(params)
        },
      },
    }))
    const { store } = wallet
    const [key] = [...imagesOf(first).keys()]
    const frozen = (each: boolean) =>
      store.commit((change) =>
        change.put(store.outputs, key!, { ...store.outputs.get(key!)!, frozen: each }),
      )
    await frozen(true)
    asked.length = 0
    await learn(wallet, images)
    // From the first output on, each block once.
    expect(asked).toEqual([1n, 5n, 9n, 13n, 17n, 21n, 25n, 29n])
    expect(wallet.chain.first).toBe(1n)
    expect(store.outputs.get(key!)).toMatchObject({ frozen: true, spent: { height: 3n } })
    await frozen(false)
    expect(store.sent.size).toBe(2)
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('of an output in block 70 request blocks from block 64 on, with and without known ids', async () => {
    const asked: unknown[] = []
    const script = await newScript()
    while (script.height < 70) script.mine()
    const paid = script.pay({ payments: [{ to: to(0, 0), amount: 5n }] })
    const spend = script.pay({ payments: [{ amount: 3n }], spends: [paid.keyImages[0]!] })
    script.mine([paid]).mine().mine([spend])
    for (const oldest of [1n, 66n, 71n]) {
      const wallet = await viewOnlyWallet(script, (daemon) => ({
        ...daemon,
        bin: {
          ...daemon.bin,
          get_blocks(params) {
            asked.push(params.start_height)
            return daemon.bin.get_blocks(params)
          },
        },
      }))
      await wallet.sync.refresh()
      await buryUpTo(wallet, oldest)
      asked.length = 0
      await learn(wallet, imagesOf(paid))
      expect(asked).toEqual([64n])
      expect(booksOf(wallet)).toEqual(await expectedBooks(script, imagesOf(paid)))
    }
  })

  test('are committed together with the changes of the caller, or not at all', async () => {
    const { wallet, images } = await spentScene()
    const before = booksOf(wallet)
    const failing = wallet.sync.lookAgain(
      images,
      () => {
        throw new Error('disk full')
      },
      true,
    )
    await expect(failing).rejects.toThrow('disk full')
    expect(booksOf(wallet)).toEqual(before)
  })

  test('apply replaced blocks again', async () => {
    const { script, images, wallet } = await spentScene()
    script.pop(28)
    while (script.height < 33) script.mine()
    await learn(wallet, images)
    // The lookahead is larger than that of the other wallet, because more was paid once.
    const { outputs, received, sent } = booksOf(wallet)
    expect(await expectedBooks(script, images)).toMatchObject({ outputs, received, sent })
    expect(wallet.store.sent.size).toBe(0)
  })

  test('apply blocks again whose ids are not kept', async () => {
    const { script, images, wallet } = await spentScene()
    await buryUpTo(wallet, 20n)
    await learn(wallet, images)
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('of two outputs with one key mark the one whose spend precedes the other output', async () => {
    const script = await newScript()
    const r = script.crypto.randomScalar()
    const [small, large] = [3n, 7n].map((amount) =>
      script.pay({ payments: [{ to: to(0, 0), amount, r }] }),
    )
    const spend = script.pay({ payments: [{ amount: 3n }], spends: [small!.keyImages[0]!] })
    script.mine([small!]).mine([spend]).mine([large!]).mine()
    const wallet = await viewOnlyWallet(script)
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()]).toMatchObject([{ amount: 7n, height: 3n }])
    const images = imagesOf(large!)
    await learn(wallet, images)
    expect([...wallet.store.outputs.values()]).toMatchObject([
      { amount: 3n, spent: { height: 2n } },
    ])
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('are searched alone: spenders of other outputs stay as they are', async () => {
    const { script, images, wallet, first } = await spentScene()
    await learn(wallet, images)
    const late = script.pay({ payments: [{ to: to(0, 0), amount: 3n }] })
    const spend = script.pay({ payments: [{ amount: 4n }], spends: [first.keyImages[2]!] })
    script.mine([late]).mine([spend])
    await wallet.sync.refresh()
    const { store } = wallet
    const [[key, image]] = [...imagesOf(late)] as [[string, string]]
    await store.commit((change) =>
      change.put(store.outputs, key, { ...store.outputs.get(key)!, frozen: true }),
    )
    await learn(wallet, images.set(key, image))
    // A block that is applied again would clear the flag.
    expect(store.outputs.get(key)).toMatchObject({ frozen: true, keyImage: image })
    await store.commit((change) =>
      change.put(store.outputs, key, { ...store.outputs.get(key)!, frozen: false }),
    )
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('include spenders in blocks above the scanned ones', async () => {
    const { script, images, wallet, first } = await spentScene()
    const late = script.pay({
      payments: [{ to: to(0, 0), amount: 3n }],
      spends: [first.keyImages[2]!],
    })
    script.mine([late])
    for (const each of imagesOf(late)) images.set(...each)
    await learn(wallet, images)
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('error: stay in the ledger when the connection fails during the search', async () => {
    let left = Infinity
    const { script, images, wallet } = await spentScene((daemon) => ({
      ...daemon,
      bin: {
        ...daemon.bin,
        async get_blocks(params) {
          if (left-- <= 0) throw new ConnectionError('gone')
          return daemon.bin.get_blocks(params)
        },
      },
    }))
    left = 2
    await expect(learn(wallet, images)).rejects.toThrow('no connection to daemon')
    expect([...wallet.store.keyImages.keys()].sort()).toEqual([...images.keys()].sort())
    left = Infinity
    await wallet.sync.refresh()
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('stay in the ledger when another call ends the search', async () => {
    const end: (() => void)[] = []
    const { script, images, wallet } = await spentScene((daemon) => ({
      ...daemon,
      bin: {
        ...daemon.bin,
        get_blocks(params) {
          end.pop()?.()
          return daemon.bin.get_blocks(params)
        },
      },
    }))
    end.push(() => wallet.sync.cancel())
    await learn(wallet, images)
    await wallet.sync.refresh()
    expect(booksOf(wallet)).toEqual(await expectedBooks(script, images))
  })

  test('law: in any parts and order, give the ledger of a wallet that has them from the start', async () => {
    const subaddress = fc.constantFrom(to(0, 0), to(0, 1), to(1, 0), to(1, 1))
    const payment = fc.record({
      to: fc.option(subaddress, { nil: undefined, freq: 4 }),
      amount: fc.bigInt(1n, 9n),
    })
    const step = fc.record({
      payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
      // Of two outputs with one key only one can be spent.
      twin: fc.option(fc.bigInt(1n, 9n), { freq: 1 }),
      spends: fc.array(fc.nat(20), { maxLength: 2 }),
      blocks: fc.nat(2),
      // Number of key images that are imported then.
      imported: fc.option(fc.nat(6), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const script = await newScript()
        script.perAnswer = 3
        const wallet = await viewOnlyWallet(script)
        const r = script.crypto.randomScalar()
        const all: Images = new Map()
        const unspent = new Set<string>()
        for (const { payments, twin, spends, blocks, imported } of steps) {
          const spent = new Set(
            unspent.size > 0 ? spends.map((at) => [...unspent][at % unspent.size]!) : [],
          )
          const twins: Payment[] = twin === null ? [] : [{ to: to(0, 0), amount: twin, r }]
          const tx = script.pay({ payments: [...twins, ...payments], spends: [...spent] })
          for (const image of spent) unspent.delete(image)
          const own = imagesOf(tx)
          for (const [key, image] of own) {
            // The spender of an output with this key was earlier.
            if (!all.has(key)) unspent.add(image)
            all.set(key, image)
          }
          script.mine([tx])
          for (let i = 0; i < blocks; i++) script.mine()
          if (imported === null) continue
          await wallet.sync.refresh()
          await learn(wallet, new Map([...all].slice(0, imported)))
        }
        await wallet.sync.refresh()
        await learn(wallet, all)
        expect(booksOf(wallet)).toEqual(await expectedBooks(script, all))
      }),
      { numRuns: count(25, 1000), seed: seed() },
    )
  })
})
