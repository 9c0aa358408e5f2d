import { afterEach, describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import { writeBlock } from '#protocol/chain/block.ts'
import { ChainMiner } from '../../../../proxy/node/miner/chain-miner.ts'
import type { NodeContext } from '../../../../proxy/node/context.ts'
import { ProofOfWorkError, type Job, type NonceSearcher } from '../../../../proxy/pow/types.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode } from '../../../support/daemons/in-process-node.ts'
import { poll } from '../../../support/programs/process.ts'

/** Returns what a test sets, and records its jobs. */
function searcher(find: (job: Job) => number | undefined | Error) {
  const jobs: Job[] = []
  return {
    jobs,
    mostThreads: 4,
    hashRate: 0,
    async search(job: Job) {
      jobs.push(job)
      const found = find(job)
      if (found instanceof Error) throw found
      return found
    },
    stop: () => undefined,
  } satisfies NonceSearcher & { jobs: Job[] }
}

const options = {
  address: parseAddress(minerAddress, 'fakechain')!,
  threads: 0,
  background: false,
  ignoreBattery: false,
}

const running: ChainMiner[] = []
afterEach(() => Promise.all(running.splice(0).map((miner) => miner.stop())))

async function mining(search: NonceSearcher, isIdle = () => true) {
  const bugs: unknown[] = []
  let miner: ChainMiner | undefined
  const { context } = await ownNode({
    miner: ({ chain, templates, random }) =>
      (miner = new ChainMiner({
        chain,
        templates,
        random,
        isIdle,
        searcher: search,
        wait: () => new Promise((resolve) => setImmediate(resolve)),
        report: (bug) => bugs.push(bug),
        log: () => {},
      })),
  })
  running.push(miner!)
  return { miner: miner!, chain: context.chain as NodeContext['chain'], context, bugs }
}

describe('mining on the chain', () => {
  test('adds blocks until it is stopped', async () => {
    const { miner, chain } = await mining(searcher(() => 7))
    expect(await miner.start(options)).toBe(true)
    expect(miner.status()).toMatchObject({ active: true, threads: 1, address: options.address })
    await poll(async () => chain.height() > 3n)
    expect(chain.tip().nonce).toBe(7)
    expect(miner.status().blockReward).toBeGreaterThan(0n)
    await miner.stop()
    expect(miner.status()).toMatchObject({ active: false, threads: 0, blockReward: 0n })
  })

  test('continues with a new template if the search finds nothing', async () => {
    let times = 0
    const search = searcher(() => (++times < 3 ? undefined : 1))
    const { miner, chain } = await mining(search)
    await miner.start(options)
    await poll(async () => chain.height() > 1n)
    expect(search.jobs.length).toBeGreaterThanOrEqual(3)
  })

  test('waits in the background until the machine is idle', async () => {
    let asked = 0
    const search = searcher(() => 1)
    const { miner, chain } = await mining(search, () => ++asked > 5)
    await miner.start({ ...options, background: true })
    await poll(async () => chain.height() > 1n)
    expect(asked).toBeGreaterThan(5)
  })

  test('has the reward of the next block as soon as it starts, also while it waits', async () => {
    const { miner, chain, context } = await mining(
      searcher(() => 1),
      () => false,
    )
    const nextReward = () => context.templates.make(options.address, new Uint8Array(1))!
    await miner.start({ ...options, background: true })
    expect(miner.status().blockReward).toBe(nextReward().expectedReward)
    const { block } = nextReward()
    await chain.addBlock(writeBlock(block))
    await poll(async () => miner.status().blockReward === nextReward().expectedReward)
    expect(chain.height()).toBe(2n)
  })

  test('pauses while a given block is solved', async () => {
    const waiting: ((nonce: number | undefined) => void)[] = []
    const asked: { nonce: number; threads: number }[] = []
    const search: NonceSearcher = {
      mostThreads: 8,
      hashRate: 0,
      stop: () => waiting.splice(0).forEach((end) => end(undefined)),
      search(job, threads) {
        search.stop()
        asked.push({
          nonce: new DataView(job.blob.slice(39, 43).buffer).getUint32(0, true),
          threads,
        })
        return new Promise((resolve) => waiting.push(resolve))
      },
    }
    const { miner, chain, context } = await mining(search)
    await miner.start(options)
    await poll(async () => asked.length === 1)
    const template = context.templates.make(options.address, new Uint8Array(1))!
    const solved = [miner.solve(template, 7), miner.solve(template, 9)]
    await poll(async () => asked.length === 2)
    waiting[0]!(8)
    expect(await solved[0]).toBe(8)
    await poll(async () => asked.length === 3)
    await miner.stop()
    waiting[0]!(undefined)
    expect(await solved[1]).toBe(undefined)
    expect(asked.slice(1)).toEqual([
      { nonce: 7, threads: 2 },
      { nonce: 9, threads: 2 },
    ])
    expect([chain.height(), miner.status().active]).toEqual([1n, false])
  })

  test('error: the miner already runs, or the host cannot mine', async () => {
    const { miner } = await mining(searcher(() => 1))
    await miner.start(options)
    expect(await miner.start(options)).toBe(false)
    const none = await mining({ ...searcher(() => 1), mostThreads: 0 })
    expect(await none.miner.start(options)).toBe(false)
  })

  test('error: a failed search is reported and ends mining', async () => {
    const fault = new ProofOfWorkError('no memory')
    const { miner, bugs } = await mining(searcher(() => fault))
    await miner.start(options)
    await poll(async () => bugs.length > 0)
    expect(bugs).toEqual([fault])
    expect(miner.status().active).toBe(false)
  })
})
