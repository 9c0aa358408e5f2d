import { utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { TimeSlice } from '../../../../worker/engine/base/time-slice.ts'
import { headLength } from '../../../../worker/engine/backup/backup-format.ts'
import { paddedLength } from '../../../../worker/engine/backup/padding.ts'
import { readBackup, readContent } from '../../../../worker/engine/backup/read-backup.ts'
import { writeBackup } from '../../../../worker/engine/backup/write-backup.ts'
import { encodeRecord } from '../../../../worker/engine/store/codec.ts'
import { storedSecrets } from '../../../support/storage/vaults.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'

const info = {
  network: 'mainnet',
  kind: 'full',
  restoreHeight: 7n,
  createdAt: 5n,
  seedLanguage: 'English',
  deterministic: true,
  lookahead: { accounts: 2, addresses: 5 },
}
const base = [
  { table: 'info', key: 'wallet', record: info },
  { table: 'secrets', key: 'keys', record: storedSecrets },
  { table: 'accounts', key: '0', record: { labels: ['Primary account'] } },
]
const clock = { ...vaultPorts.clock, now: () => 1_700_000_000n }
const ports = { ...vaultPorts, clock }
const write = (records: typeof base, password = 'file') => writeBackup(ports, records, password)
const read = (file: Uint8Array, password = 'file') => readBackup(ports, file, password)

let file: Uint8Array
beforeAll(async () => {
  file = await write(base)
})

/** A copy with one byte changed. */
function altered(at: number) {
  const copy = file.slice()
  copy[at]! ^= 1
  return copy
}

describe('a backup', () => {
  test('returns the records that were written', async () => {
    expect(await read(file)).toEqual({ createdAt: 1_700_000_000n, records: base })
  })

  test('has payments of older versions, and what a payment of this one rests on', async () => {
    const payment = (more: object) => ({
      txid: 'ab'.repeat(32),
      subaddress: { account: 0, address: 0 },
      amount: 7n,
      amounts: [7n],
      fee: 1n,
      paymentId: '00'.repeat(8),
      height: 9n,
      timestamp: 8n,
      unlockTime: 0n,
      coinbase: false,
      ...more,
    })
    const received = [{}, { proved: true }, { proved: false, pinned: true }].map((more, at) => ({
      table: 'received',
      key: `${'ab'.repeat(32)}:0:${at}`,
      record: payment(more),
    }))
    const records = [...base, ...received]
    expect((await read(await write(records as typeof base))).records).toEqual(records)
  })

  test('hides the size of a small wallet', async () => {
    const notes = Array.from({ length: 300 }, (_, index) => ({
      table: 'notes',
      key: `${index}`.padStart(64, '0'),
      record: 'a note of some length',
    }))
    expect((await write([...base, ...notes] as typeof base)).length).toBe(file.length)
  })

  test('has many chunks for a large wallet', async () => {
    const notes = Array.from({ length: 6000 }, (_, index) => ({
      table: 'notes',
      key: `${index}`.padStart(64, '0'),
      record: 'a note of some length '.repeat(4),
    }))
    const large = await write([...base, ...notes] as typeof base)
    expect(large.length).toBeGreaterThan(700_000)
    expect((await read(large)).records).toHaveLength(6003)
  })

  test('leaves out what follows from the keys, nonces of a group, and what the wallet password seals', async () => {
    const locked = { ...storedSecrets, locked: new Uint8Array(99) }
    const background = { ...info, backgroundSync: { type: 'reuse-wallet-password' }, keyFile: 'ab' }
    const more = [
      { table: 'info', key: 'wallet', record: background },
      { table: 'secrets', key: 'keys', record: locked },
      base[2]!,
      { table: 'lookahead', key: '0', record: { spendKeys: new Uint8Array(32) } },
      { table: 'signing', key: 'ab', record: { nonces: [new Uint8Array(32)], peers: [] } },
    ]
    expect((await read(await write(more as typeof base))).records).toEqual(base)
  })
})

describe('error: a backup', () => {
  const rejects = (bytes: Uint8Array, name: string, message: string | RegExp, password = 'file') =>
    expect(read(bytes, password)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    })

  test('with another password', async () => {
    await expect(read(file, 'other')).rejects.toMatchObject({ name: 'WrongPassword' })
  })

  test('that is another file', async () => {
    const text = utf8ToBytes('a text that is long enough to be something else')
    await rejects(text, 'WalletDamaged', /^it is not a backup file of this program$/)
    await rejects(new Uint8Array(), 'WalletDamaged', /not a backup file/)
  })

  test('of a newer version', async () => {
    const newer = file.slice()
    newer[15] = 2
    const message = /^it has format 2, expected 1: use a newer version of this program$/
    await rejects(newer, 'UnsupportedWallet', message)
  })

  test('that is truncated, at each place', async () => {
    for (const length of [20, headLength - 1, headLength, headLength + 65_552, file.length - 1]) {
      const message = /^it is truncated: expected \d+ bytes, got \d+$/
      await rejects(file.subarray(0, length), 'WalletDamaged', message)
    }
  })

  test('that is longer', async () => {
    const longer = new Uint8Array(file.length + 1)
    longer.set(file)
    await rejects(longer, 'WalletDamaged', /it was altered$/)
  })

  test('that was altered: head, chunks, their order', async () => {
    await rejects(altered(headLength - 1), 'WalletDamaged', /^part 1 of it was altered$/)
    await rejects(altered(headLength + 9), 'WalletDamaged', /^part 1 of it was altered$/)
    await rejects(altered(file.length - 1), 'WalletDamaged', /^part 4 of it was altered$/)
    await rejects(altered(70), 'WalletDamaged', /^the header of the wallet is damaged$/)
    const swapped = file.slice()
    const chunk = (number: number) => headLength + number * 65_552
    swapped.set(file.subarray(chunk(1), chunk(2)), chunk(0))
    swapped.set(file.subarray(chunk(0), chunk(1)), chunk(1))
    await rejects(swapped, 'WalletDamaged', /^part 1 of it was altered$/)
  })

  test('whose password costs too much', async () => {
    const costly = { memoryKiB: 64, iterations: 17, parallelism: 1 }
    const written = await writeBackup({ ...ports, stretchCost: costly }, base, 'file')
    const message = /^iterations of its password: expected at most 16, got 17$/
    await rejects(written, 'WalletDamaged', message)
  })
})

describe('error: the content of a backup', () => {
  const counts = (records: readonly unknown[][]) =>
    [...new Set(records.map(([table]) => table as string))].map((table) => ({
      table,
      count: records.filter(([each]) => each === table).length,
    }))
  const rows = base.map(({ table, key, record }) => [table, key, record])
  function contentOf(parts: readonly unknown[]) {
    const encoded = parts.map((part) => encodeRecord(part))
    const length = encoded.reduce((sum, part) => sum + 4 + part.length, 4)
    const content = new Uint8Array(paddedLength(length))
    let at = 0
    for (const part of encoded) {
      new DataView(content.buffer).setUint32(at, part.length, true)
      content.set(part, at + 4)
      at += 4 + part.length
    }
    return content
  }
  const readRows = (
    records: readonly unknown[][],
    summary = { createdAt: 1n, counts: counts(records) },
  ) => readContent(contentOf([summary, ...records]), new TimeSlice(clock))

  test('is read without one', async () => {
    expect((await readRows(rows)).records).toEqual(base)
  })

  test.each([
    ['a record twice', [...rows, rows[2]!], 'a record of accounts is there twice'],
    ['no keys', [rows[0]!, rows[2]!], 'secrets: expected a record, got none'],
    ['a gap', [...rows, ['accounts', '2', { labels: [] }]], 'accounts: number 1 is missing'],
    [
      'another key',
      [...rows, ['history', 'x', { last: 1n, replaced: [] }]],
      'history: a record has another key',
    ],
    ['another type', [...rows, ['notes', 'ab', 7]], 'notes: expected text, got something else'],
    [
      'a short key',
      [...rows, ['txKeys', 'ab', { txKeys: [new Uint8Array(31)] }]],
      'txKeys.txKeys: expected key, got something else',
    ],
    [
      'a missing member',
      [...rows, ['frozen', 'ab', {}]],
      'frozen.height: expected a value, got something else',
    ],
    [
      'an unknown table',
      [...rows, ['future', 'ab', {}]],
      'it has records of a kind that this version does not know: use a newer version of this program',
    ],
    [
      'an unknown member',
      [...rows, ['frozen', 'ab', { height: 1n, colour: 1 }]],
      'it has members in frozen that this version does not know: use a newer version of this program',
    ],
    ['no record', [...rows, ['notes', 'ab']], 'a record has another form'],
  ])('%s', async (_, records, message) => {
    await expect(readRows(records)).rejects.toMatchObject({ message })
  })

  test('fewer records than it says', async () => {
    const summary = { createdAt: 1n, counts: [...counts(rows), { table: 'notes', count: 2 }] }
    await expect(readRows(rows, summary)).rejects.toMatchObject({
      message: 'notes: expected 2 records, got 0',
    })
  })

  test('bytes behind its end', async () => {
    const content = contentOf([{ createdAt: 1n, counts: counts(rows) }, ...rows])
    content[content.length - 1] = 1
    await expect(readContent(content, new TimeSlice(clock))).rejects.toMatchObject({
      message: 'its padding is wrong',
    })
  })
})
