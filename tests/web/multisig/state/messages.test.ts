import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstMessage, messageOf } from '../../../../worker/engine/multisig/exchange.ts'
import { seed } from '../../../support/random/case-counts.ts'
import { groupPorts, makeGroup, memberKeys } from '../../../support/multisig/group-keys.ts'
import {
  bytesOf,
  qrTextOf,
  readMessages,
  textOfFile,
} from '../../../../web/multisig/state/messages.ts'

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
  test('reads a key exchange message with its round and sender', () => {
    expect(readMessages(` ${first}\n`)).toEqual([{ kind: 'keys', text: first, round: 1, from }])
    expect(readMessages(later)).toMatchObject([{ kind: 'keys', text: later, round: 2, from }])
  })

  test.each([
    ['outputs', outputs],
    ['payment', payment],
  ])('reads an encrypted message: %s', (kind, text) => {
    expect(readMessages(text)).toEqual([{ kind, text }])
    expect(readMessages(text.toUpperCase())).toEqual([{ kind, text }])
  })

  test('reads several messages, wrapped into lines anywhere', () => {
    const all = [first, outputs, later, payment].join('')
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), (places) => {
        const broken = [...all].map((char, at) => (places.includes(at) ? `\r\n ${char}` : char))
        const read = readMessages(broken.join(''))
        expect(typeof read === 'string' ? read : read.map(({ text }) => text)).toEqual([
          first,
          outputs,
          later,
          payment,
        ])
      }),
      { seed: seed() },
    )
  })

  const damaged = 'A message is incomplete or damaged. Ask the member to send it again.'
  test.each([
    ['an empty text', () => ' \n', 'The text contains no message.'],
    ['other text', () => 'Hello', 'This is not a message of a shared wallet.'],
    ['text before a message', () => `Hi: ${first}`, 'This is not a message of a shared wallet.'],
    ['a message without its end', () => first.slice(0, -1), damaged],
    ['half a byte', () => outputs.slice(0, -1), damaged],
    ['a character that is no hex digit', () => `${payment}xy`, damaged],
    ['a message of an older version', () => 'MultisigV1abc', damaged],
  ])('error: %s', (_, text, error) => {
    expect(readMessages(text())).toBe(error)
  })
})

test('textOfFile reads files of this page and of monero-wallet-cli', () => {
  for (const text of [first, later, outputs, payment]) {
    const [message] = readMessages(text) as Exclude<ReturnType<typeof readMessages>, string>
    expect(textOfFile(bytesOf(message!))).toBe(text)
    expect(textOfFile(utf8ToBytes(text))).toBe(text)
  }
})

describe('qrTextOf', () => {
  test('is the message, hex in upper case', () => {
    expect(qrTextOf({ kind: 'outputs', text: outputs })).toBe(outputs.toUpperCase())
    expect(qrTextOf({ kind: 'keys', text: first, round: 1, from })).toBe(first)
  })

  test('is undefined for a message that is too long', () => {
    expect(qrTextOf({ kind: 'payment', text: 'ab'.repeat(1000) })).toHaveLength(2000)
    expect(qrTextOf({ kind: 'payment', text: 'ab'.repeat(1001) })).toBeUndefined()
    const text = 'M'.repeat(1101)
    expect(qrTextOf({ kind: 'keys', text, round: 2, from })).toBeUndefined()
  })
})
