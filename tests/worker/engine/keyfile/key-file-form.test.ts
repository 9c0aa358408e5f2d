import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { isKeyFile, ivLength } from '../../../../worker/engine/keyfile/key-file-form.ts'
import { recordedKeyFile } from '../../../support/wallets/key-files.ts'

describe('isKeyFile', () => {
  test("recognises a file of monero's own tests", () => {
    expect(isKeyFile(recordedKeyFile)).toBe(true)
  })

  test('refuses it when it is cut short anywhere or has a byte more', () => {
    for (let length = 0; length < recordedKeyFile.length; length++)
      expect(isKeyFile(recordedKeyFile.subarray(0, length)), `${length}`).toBe(false)
    expect(isKeyFile(concatBytes(recordedKeyFile, Uint8Array.of(0)))).toBe(false)
  })

  test('refuses a length above the number of bytes', () => {
    const iv = new Uint8Array(ivLength)
    const most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]
    expect(isKeyFile(concatBytes(iv, Uint8Array.of(2, 1, 1)))).toBe(true)
    expect(isKeyFile(concatBytes(iv, Uint8Array.from(most), new Uint8Array(3)))).toBe(false)
  })
})
