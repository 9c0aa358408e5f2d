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

/** Leaves the ids of the last blocks alone, as a chain does that is long. */
async function buryUpTo({ store }: Wallet, height: bigint) {
  const { first, ids, reward } = store.blocks.get('0')!
  const left = ids.slice(32 * Number(height - first))
  await store.commit((change) =>
    change.put(store.blocks, '0', { first: height, ids: left, reward }),
  )
}

describe('a key image that was told wrong', () => {
  /** A payment of ours was mined in block 31, and block 33 paid us; an output of block 1 is frozen. */
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
    // Several answers, each tied to the one before.
    script.perAnswer = 4
    const another = bytesToHex(script.crypto.hashToPoint(new Uint8Array(32)))
    /** Of an output of that block. */
    const wrong = (from: bigint) => {
      const output = [...wallet.store.outputs.values()].find(({ height }) => height === from)
      return new Map([[output!.key, another]])
    }
    return { ...made, wrong }
  }

  test.each([
    ['ids of its blocks are kept', 33n, 2n],
    ['it is the oldest that is kept', 33n, 33n],
    ['they are long buried', 33n, 40n],
    ['they are, and a payment of ours with them', 31n, 40n],
  ])('has its blocks entered again, and what was before is kept: %s', async (_, from, oldest) => {
    const { wallet, books, balance, wrong } = await scene()
    await buryUpTo(wallet, oldest)
    const [before, worth] = [books(), await balance()]
    await wallet.sync.lookAgain(wrong(from), nothing, true)
    expect(books()).toEqual(before)
    expect(await balance()).toBe(worth)
    expect(wallet.chain.height).toBe(45n)
  })

  test('leaves it to the next refresh', async () => {
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

/** A wallet that cannot make key images itself. @param wrap - What its daemon does otherwise. */
async function blindWallet(
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

/** What it keeps of the chain. */
function booksOf({ store }: Wallet) {
  const { blocks: _, info: __, ...books } = allTables(store)
  return books
}

/** The books of one who knew these key images before it saw a block. */
async function booksOfKnower(script: ScriptedChain, images: Images) {
  const wallet = await blindWallet(script)
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

/** Height 31: what came in block 1 is spent in block 3, and what came back of that in block 5. */
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
  const wallet = await blindWallet(script, wrap)
  await wallet.sync.refresh()
  expect(wallet.store.sent.size).toBe(0)
  return { script, images, wallet, first }
}

describe('key images that were not known', () => {
  test('lead to what spent their outputs, and leave the rest of the books alone', async () => {
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
    // From the first output on, and nothing is asked for a second time.
    expect(asked).toEqual([1n, 5n, 9n, 13n, 17n, 21n, 25n, 29n])
    expect(wallet.chain.first).toBe(1n)
    expect(store.outputs.get(key!)).toMatchObject({ frozen: true, spent: { height: 3n } })
    await frozen(false)
    expect(store.sent.size).toBe(2)
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('are entered with what goes with them, at once or not at all', async () => {
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

  test('have blocks entered again that are others now', async () => {
    const { script, images, wallet } = await spentScene()
    script.pop(28)
    while (script.height < 33) script.mine()
    await learn(wallet, images)
    // More is watched than the knower does, since more was paid once.
    const { outputs, received, sent } = booksOf(wallet)
    expect(await booksOfKnower(script, images)).toMatchObject({ outputs, received, sent })
    expect(wallet.store.sent.size).toBe(0)
  })

  test('have blocks entered again whose ids are not kept', async () => {
    const { script, images, wallet } = await spentScene()
    await buryUpTo(wallet, 20n)
    await learn(wallet, images)
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('of two outputs with one key count for the one that was not spent before the other came', async () => {
    const script = await newScript()
    const r = script.crypto.randomScalar()
    const [small, large] = [3n, 7n].map((amount) =>
      script.pay({ payments: [{ to: to(0, 0), amount, r }] }),
    )
    const spend = script.pay({ payments: [{ amount: 3n }], spends: [small!.keyImages[0]!] })
    script.mine([small!]).mine([spend]).mine([large!]).mine()
    const wallet = await blindWallet(script)
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()]).toMatchObject([{ amount: 7n, height: 3n }])
    const images = imagesOf(large!)
    await learn(wallet, images)
    expect([...wallet.store.outputs.values()]).toMatchObject([
      { amount: 3n, spent: { height: 2n } },
    ])
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('are looked for alone: what spent others is in the books', async () => {
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
    // Entered again it would not be.
    expect(store.outputs.get(key)).toMatchObject({ frozen: true, keyImage: image })
    await store.commit((change) =>
      change.put(store.outputs, key, { ...store.outputs.get(key)!, frozen: false }),
    )
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('count what is newer than what was seen once', async () => {
    const { script, images, wallet, first } = await spentScene()
    const late = script.pay({
      payments: [{ to: to(0, 0), amount: 3n }],
      spends: [first.keyImages[2]!],
    })
    script.mine([late])
    for (const each of imagesOf(late)) images.set(...each)
    await learn(wallet, images)
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('error: are kept where the daemon is gone before all is seen', async () => {
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
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('are kept where another call ends the search', async () => {
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
    expect(booksOf(wallet)).toEqual(await booksOfKnower(script, images))
  })

  test('law: give the books that they give when they are known before, in whatever parts they come', async () => {
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
      // How many of the key images are told then.
      told: fc.option(fc.nat(6), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const script = await newScript()
        script.perAnswer = 3
        const wallet = await blindWallet(script)
        const r = script.crypto.randomScalar()
        const all: Images = new Map()
        const unspent = new Set<string>()
        for (const { payments, twin, spends, blocks, told } of steps) {
          const spent = new Set(
            unspent.size > 0 ? spends.map((at) => [...unspent][at % unspent.size]!) : [],
          )
          const twins: Payment[] = twin === null ? [] : [{ to: to(0, 0), amount: twin, r }]
          const tx = script.pay({ payments: [...twins, ...payments], spends: [...spent] })
          for (const image of spent) unspent.delete(image)
          const own = imagesOf(tx)
          for (const [key, image] of own) {
            // Whoever spends what has its key was before it.
            if (!all.has(key)) unspent.add(image)
            all.set(key, image)
          }
          script.mine([tx])
          for (let i = 0; i < blocks; i++) script.mine()
          if (told === null) continue
          await wallet.sync.refresh()
          await learn(wallet, new Map([...all].slice(0, told)))
        }
        await wallet.sync.refresh()
        await learn(wallet, all)
        expect(booksOf(wallet)).toEqual(await booksOfKnower(script, all))
      }),
      { numRuns: count(25, 1000), seed: seed() },
    )
  })
})
