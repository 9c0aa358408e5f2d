import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { transactions } from '../../vectors/chain/vectors.ts'

let node: Monerod

beforeAll(async () => {
  node = await startMonerod()
  await node.get('/set_log_categories', {
    categories: '*:FATAL,cn:INFO,verify:ERROR,daemon.rpc:WARNING',
  })
})

/** What a reader made of bytes: an id, `refused`, or `unnamed` where it read them but names no id. */
type Verdict = string

/** What monerod makes of each; none is a transaction of its chain, so that all are rejected, late or early. */
async function monerodReads(blobs: readonly Uint8Array[]): Promise<Verdict[]> {
  const logFile = join(node.dataDir, 'monerod.log')
  const log = () => readFileSync(logFile, 'latin1')
  const before = log().length
  for (const blob of blobs)
    await node.get('/send_raw_transaction', {
      tx_as_hex: bytesToHex(blob),
      do_sanity_checks: false,
    })
  const answers = () => log().slice(before).split('[on_send_raw_tx]')
  await poll(async () => answers().length > blobs.length)
  return answers().slice(0, blobs.length).map(verdict)
}

function verdict(said: string): Verdict {
  if (said.includes('Failed to parse, rejected')) return 'refused'
  const id = /(?:Failed to check tx|Transaction verification failed:) <(\w+)>/.exec(said)?.[1]
  return id ?? 'unnamed'
}

function weRead(blob: Uint8Array): Verdict {
  return refusalOf(blob) === undefined
    ? bytesToHex(transactionId(parseTransaction(blob)))
    : 'refused'
}

function refusalOf(blob: Uint8Array): string | undefined {
  try {
    parseTransaction(blob)
    return undefined
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return error.message
  }
}

/** More numbers than a mutation leaves out at the end of anything that is read on. */
const mostMissing = 300

// Where this monerod reads on, and refuses later or not at all: 0.18.0 takes numbers missing at the very
// end for zero, 0.18.5 does not; scripts have a format, but no version of the rules lets them in.
function isExcused(blob: Uint8Array): boolean {
  for (let missing = 0; missing <= mostMissing; missing++) {
    const refusal = refusalOf(concatBytes(blob, new Uint8Array(missing)))
    if (refusal === undefined || /^(input|output) kind: .* got [01]$/.test(refusal)) return true
  }
  return false
}

describe('parseTransaction and monerod', () => {
  test('read the same ids from transactions of every type', async () => {
    const spending = transactions.filter(([name]) => name !== 'coinbase')
    const blobs = spending.map(([, { hex }]) => hexToBytes(hex))
    const named = spending.map(([name], i) => [name, weRead(blobs[i]!)])
    const verdicts = await monerodReads(blobs)
    expect(spending.map(([name], i) => [name, verdicts[i]])).toEqual(named)
  })

  test('refuse the same mutations, and read the same ids from the others', async () => {
    const originals = transactions.map(([, { hex }]) => hexToBytes(hex))
    const options = { numRuns: count(2000, 20_000), seed: seed() }
    const blobs = fc.sample(mutated(originals), options).filter(({ length }) => length > 0)
    const verdicts = await monerodReads(blobs)

    const differing = blobs.flatMap((blob, i) => {
      const [theirs, ours] = [verdicts[i]!, weRead(blob)]
      const agree = theirs === ours || (theirs === 'unnamed' && ours !== 'refused')
      return agree || (ours === 'refused' && isExcused(blob))
        ? []
        : [{ theirs, ours, hex: bytesToHex(blob) }]
    })
    expect(differing).toEqual([])
    expect(verdicts).toContain('refused')
    expect(new Set(verdicts).size).toBeGreaterThan(50)
  })
})
