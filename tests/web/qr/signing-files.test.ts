import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { fileName, kindOfFile, signingFiles } from '../../../web/qr/signing-files.ts'

test('a file is recognised by its first bytes', () => {
  const kinds = [
    'Monero output export\x04...',
    'Monero key image export\x03...',
    'Monero unsigned tx set\x05...',
    'Monero signed tx set\x05...',
  ].map((text) => kindOfFile(utf8ToBytes(text)))
  expect(kinds).toEqual(['xmr-output', 'xmr-keyimage', 'xmr-txunsigned', 'xmr-txsigned'])
  expect(kinds).toEqual(signingFiles)
})

test('a file is saved with the name that monero-wallet-cli gives it', () => {
  expect(signingFiles.map(fileName)).toEqual([
    'outputs',
    'key_images',
    'unsigned_monero_tx',
    'signed_monero_tx',
  ])
})

test('error: another file, or too few bytes', () => {
  for (const text of ['', 'Monero', 'Monero multisig export\x01', 'a Monero output export'])
    expect(kindOfFile(utf8ToBytes(text))).toBeUndefined()
})
