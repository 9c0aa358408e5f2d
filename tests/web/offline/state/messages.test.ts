import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { bytesOfHex, bytesOfText, readMessage } from '../../../../web/offline/state/messages.ts'

const outputs = concatBytes(utf8ToBytes('Monero output export\x04'), Uint8Array.of(0, 1, 255))
const hex = bytesToHex(outputs)

describe('bytesOfText', () => {
  test('reads hex and Base64, wrapped anywhere', () => {
    const text = base64.encode(outputs)
    for (const given of [hex, hex.toUpperCase(), `${hex.slice(0, 7)}\n ${hex.slice(7)}`, text])
      expect(bytesOfText(given)).toEqual(outputs)
    expect(bytesOfText(`${text.slice(0, 8)}\r\n${text.slice(8)}`)).toEqual(outputs)
  })

  test('error: another text', () => {
    for (const given of ['', '  ', 'hello world!', `${hex}0`, `${base64.encode(outputs)}*`])
      expect(bytesOfText(given)).toBeUndefined()
  })
})

describe('readMessage', () => {
  test('reads raw bytes, and files with hex or Base64', () => {
    const read = { kind: 'xmr-output', hex }
    for (const bytes of [outputs, utf8ToBytes(hex), utf8ToBytes(`${base64.encode(outputs)}\n`)])
      expect(readMessage(bytes, 'xmr-output')).toEqual(read)
    expect(bytesOfHex(hex)).toEqual(outputs)
  })

  test('error: another message, and no message', () => {
    expect(readMessage(outputs, 'xmr-txsigned')).toBe(
      'These are outputs. Expected a signed payment of the offline wallet.',
    )
    const none =
      'This is no message of a Monero wallet, or a part of it is missing. Expected the outputs of the view-only wallet.'
    expect(readMessage(undefined, 'xmr-output')).toBe(none)
    expect(readMessage(outputs.subarray(1), 'xmr-output')).toBe(none)
    expect(readMessage(new Uint8Array(), 'xmr-output')).toBe(none)
  })
})
