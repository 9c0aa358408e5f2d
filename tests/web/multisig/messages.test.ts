import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstMessage, messageOf } from '../../../worker/engine/multisig/exchange.ts'
import { seed } from '../../support/random/case-counts.ts'
import { groupPorts, makeGroup, memberKeys } from '../../support/multisig/group-keys.ts'
import { bytesOf, qrTextOf, readMessages, textOfFile } from '../../../web/multisig/messages.ts'

let first: string
let later: string
let from: string
beforeAll(async () => {
  const { crypto } = await groupPorts()
  const [own] = memberKeys(crypto, 3)
  first = firstMessage(crypto, own!)
  from = bytesToHex(crypto.multiplyBase(own!.baseSecret))
  const [member] = await makeGroup(2, 3, 1)
  later = messageOf(crypto, member!)
})

const hex = (text: string) => bytesToHex(utf8ToBytes(text))
const outputs = hex('Monero multisig export\x01and more')
const payment = hex('Monero multisig unsigned tx set\x01and more')

describe('readMessages', () => {
  test('reads a message of the key exchange, its round and whose it is', () => {
    expect(readMessages(` ${first}\n`)).toEqual([{ kind: 'keys', text: first, round: 1, from }])
    expect(readMessages(later)).toMatchObject([{ kind: 'keys', text: later, round: 2, from }])
  })

  test.each([
    ['outputs', outputs],
    ['payment', payment],
  ])('reads what is sealed: %s', (kind, text) => {
    expect(readMessages(text)).toEqual([{ kind, text }])
    expect(readMessages(text.toUpperCase())).toEqual([{ kind, text }])
  })

  test('reads several at once, wherever lines were broken', () => {
    const all = [first, outputs, later, payment].join('')
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), (places) => {
        const broken = [...all].map((char, at) => (places.includes(at) ? `\r\n ${char}` : char))
        const read = readMessages(broken.join(''))
        expect(typeof read === 'string' ? read : read.map(({ text }) => text)).toEqual([
          ...[first, outputs, later, payment],
        ])
      }),
      { seed: seed() },
    )
  })

  const notWhole = 'A message is not whole, or was changed on its way. Have it sent again.'
  test.each([
    ['nothing', () => ' \n', 'There is no message in it.'],
    ['something else', () => 'Hello', 'This is no message of a shared wallet.'],
    ['something before a message', () => `Hi: ${first}`, 'This is no message of a shared wallet.'],
    ['one that lost its end', () => first.slice(0, -1), notWhole],
    ['half a byte', () => outputs.slice(0, -1), notWhole],
    ['no digit', () => `${payment}xy`, notWhole],
    ['one of an older form', () => 'MultisigV1abc', notWhole],
  ])('error: %s', (_, text, fault) => {
    expect(readMessages(text())).toBe(fault)
  })
})

test('a file is read as it was written, and as monero-wallet-cli writes it', () => {
  for (const text of [first, later, outputs, payment]) {
    const [message] = readMessages(text) as Exclude<ReturnType<typeof readMessages>, string>
    expect(textOfFile(bytesOf(message!))).toBe(text)
    expect(textOfFile(utf8ToBytes(text))).toBe(text)
  }
})

describe('a QR code', () => {
  test('says the message, digits in capitals', () => {
    expect(qrTextOf({ kind: 'outputs', text: outputs })).toBe(outputs.toUpperCase())
    expect(qrTextOf({ kind: 'keys', text: first, round: 1, from })).toBe(first)
  })

  test('is not made of what would be too fine to read', () => {
    expect(qrTextOf({ kind: 'payment', text: 'ab'.repeat(1000) })).toHaveLength(2000)
    expect(qrTextOf({ kind: 'payment', text: 'ab'.repeat(1001) })).toBeUndefined()
    const text = 'M'.repeat(1101)
    expect(qrTextOf({ kind: 'keys', text, round: 2, from })).toBeUndefined()
  })
})
