/**
 * How many transactions a refresh looks at in a second of CPU, parsing and all.
 *
 * `npx vitest run --config tests/bench/vitest.config.ts`, alone on an idle machine.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { hash } from '#protocol/daemon/packed.ts'
import { epeeFrom, epeeTo } from '#protocol/epee.ts'
import { bool, bytes, list, object, text, u64 } from '#protocol/fields.ts'
import { daemonCalls } from '#protocol/upstream.ts'
import type { Daemon } from '../../worker/engine/ports.ts'
import { testCrypto } from '../support/crypto.ts'
import type { Script } from '../support/scripted-chain.ts'
import { scriptedWallet } from '../support/scripted-wallet.ts'

const blocks = Number(process.env.BLOCKS ?? 400)
const transactionsPerBlock = 50

test('refresh', { timeout: 600_000 }, async () => {
  const crypto = await testCrypto()
  const { wallet: first, script } = await scriptedWallet(crypto, { wrap: overBytes })
  fill(script)
  // Answers are made, and code is warm, before anything is measured.
  await first.sync.refresh()
  const { wallet } = await scriptedWallet(crypto, { script, wrap: overBytes })

  answered = 0
  const before = process.cpuUsage()
  const start = performance.now()
  await wallet.sync.refresh()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  const transactions = blocks * (transactionsPerBlock + 1)
  expect(wallet.chain.height).toBe(BigInt(blocks + 1))
  process.stdout.write(
    `${transactions} transactions, ${Math.round(answered / transactions)} bytes each, ` +
      `${crypto.kind}: ${Math.round((transactions * 1000) / ms)} a second, ` +
      `${Math.round((transactions * 1e6) / (user + system))} a second of CPU\n`,
  )
})

/** Foreign transactions of two inputs and two outputs; few of them, since making one takes long. */
function fill(script: Script) {
  const { crypto } = script
  const made = Array.from({ length: 200 }, () => {
    const spends = [0, 1].map(() => bytesToHex(crypto.hashToPoint(crypto.randomScalar())))
    return script.pay({ payments: [{ amount: 1n }, { amount: 2n }], spends })
  })
  for (let block = 0; block < blocks; block++)
    script.mine(Array.from({ length: transactionsPerBlock }, (_, i) => made[(block + i) % 200]!))
  script.perAnswer = 400
}

let answered = 0
const kept = new Map<string, Uint8Array>()

/** The scripted daemon, its blocks told as bytes that were made before. */
function overBytes(daemon: Daemon): Daemon {
  const { blockBytes } = daemonCalls(async (_, body) => {
    const key = bytesToHex(body)
    const answer = kept.get(key) ?? written(await daemon.bin.get_blocks(read(body)))
    kept.set(key, answer)
    answered += answer.length
    return answer.slice()
  })
  return { ...daemon, blockBytes }
}

const read = (body: Uint8Array) => epeeTo(bin.get_blocks.params, body)

const block = object({
  pruned: bool,
  block: bytes,
  txs: list(object({ blob: bytes, prunable_hash: hash })),
})
const indices = object({ indices: list(object({ indices: list(u64) })) })
const answerFields = {
  status: text,
  start_height: u64,
  current_height: u64,
  blocks: list(block),
  output_indices: list(indices),
}

const written = (answer: object) =>
  epeeFrom(answerFields, { status: 'OK', ...answer } as Parameters<
    typeof epeeFrom<typeof answerFields>
  >[1])
