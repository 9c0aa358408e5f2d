import { describe, expect, test } from 'vitest'
import { randomPerRecord, RecordKeys } from '../../../../worker/engine/store/record-keys.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'

const { crypto } = vaultPorts
const dataKey = (byte: number) => new Uint8Array(32).fill(byte)
const keys = new RecordKeys(crypto, dataKey(1))
const random = Uint8Array.from({ length: randomPerRecord }, (_, at) => at)
const content = { table: 'notes', key: 'aa', record: 'rent' }
const name = keys.nameOf('notes', 'aa')
const { bytes, ticket } = keys.seal(name, random, content)

describe('a sealed record', () => {
  test('opens with its ticket', () => {
    expect(keys.unseal(name, bytes)).toEqual({ ...content, ticket })
    expect(ticket).toBe(0x27262524232221201f1e1d1c1b1a1918n)
  })

  test('begins with its nonce and does not show its ticket', () => {
    expect(bytes.subarray(0, 24)).toEqual(random.subarray(0, 24))
    expect(Buffer.from(bytes).includes(Buffer.from(random.subarray(24)))).toBe(false)
  })

  test('has a name that depends on table, key and data key', () => {
    const other = new RecordKeys(crypto, dataKey(2))
    const names = [
      name,
      keys.nameOf('notes', 'ab'),
      keys.nameOf('tags', 'aa'),
      other.nameOf('notes', 'aa'),
    ]
    expect(new Set(names).size).toBe(4)
    expect(keys.nameOf('info', 'wallet')).toMatch(/^keys\.[0-9a-f]{40}$/)
    expect(keys.nameOf('secrets', 'keys')).toMatch(/^keys\.[0-9a-f]{40}$/)
    expect(name).toMatch(/^data\.[0-9a-f]{40}$/)
  })

  test.each<[string, RecordKeys, string, Uint8Array]>([
    ['another name', keys, keys.nameOf('notes', 'ab'), bytes],
    ['another data key', new RecordKeys(crypto, dataKey(2)), name, bytes],
    ['an altered byte', keys, name, bytes.map((byte, at) => byte ^ Number(at === 30))],
    ['its first bytes alone', keys, name, bytes.subarray(0, 20)],
    ['no ciphertext', keys, name, bytes.subarray(0, 24)],
  ])('error: %s', (_, opener, givenName, given) => {
    expect(opener.unseal(givenName, given)).toBeUndefined()
  })

  test('error: keys that are wiped', () => {
    const wiped = new RecordKeys(crypto, dataKey(1))
    wiped.wipe()
    expect(wiped.unseal(name, bytes)).toBeUndefined()
    expect(wiped.nameOf('notes', 'aa')).not.toBe(name)
  })
})
