import { describe, expect, test } from 'vitest'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { chacha20 } from '../../../../worker/engine/base/chacha-key.ts'
import type { KeyFile } from '../../../../worker/engine/keyfile/key-file.ts'
import { isKeyFile } from '../../../../worker/engine/keyfile/key-file-form.ts'
import { readKeyFile, readUnderKey } from '../../../../worker/engine/keyfile/read-key-file.ts'
import { writeKeyFile } from '../../../../worker/engine/keyfile/write-key-file.ts'
import { WrongPassword } from '../../../../worker/engine/store/errors.ts'
import {
  fileKey,
  fullKeyFile as wallet,
  keyFilePorts as ports,
} from '../../../support/wallets/key-files.ts'

const read = (file: Uint8Array) => readUnderKey(ports, file, fileKey)
const written = await writeKeyFile(ports, wallet, 'p', 1)

describe('writeKeyFile', () => {
  test('writes a file that the same password reads', async () => {
    expect(isKeyFile(written)).toBe(true)
    expect(await readKeyFile(ports, written, 'p', 1)).toEqual(wallet)
  })

  test('writes a file that the same number of rounds reads', async () => {
    const file = await writeKeyFile(ports, wallet, 'p', 2)
    await expect(read(file)).rejects.toThrow(WrongPassword)
    expect(await readKeyFile(ports, file, 'p', 2)).toEqual(wallet)
  })

  test('writes a view-only wallet of a private chain: no spend key, and mainnet', async () => {
    const { spendSecret: _, ...secrets } = wallet.secrets
    const viewOnly: KeyFile = { ...wallet, secrets, network: 'fakechain' }
    const found = await read(await writeKeyFile(ports, viewOnly, 'p', 1))
    expect(found).toEqual({ ...viewOnly, network: 'mainnet' })
  })

  test('uses new nonces each time', async () => {
    const other = await writeKeyFile(ports, wallet, 'p', 1)
    expect(other.subarray(0, 8)).not.toEqual(written.subarray(0, 8))
    const ivs = [written, other].map((file) => /m_encryption_iv..(.{8})/s.exec(textOf(file))?.[1])
    expect(ivs[0]).toHaveLength(8)
    expect(ivs[0]).not.toBe(ivs[1])
  })

  // wallet2 load_keys_buf: a member that is left out has the default of a new wallet.
  test('writes no secret in clear, and turns payments to nodes off', () => {
    const text = textOf(written)
    expect(text).toContain('"auto_mine_for_rpc_payment":-1.0')
    expect(text).toContain('"encrypted_secret_keys":1')
    for (const secret of [wallet.secrets.spendSecret!, wallet.secrets.viewSecret])
      expect(text).not.toContain(bytesToLatin1(secret.subarray(0, 8)))
  })
})

/** The decrypted JSON object, with the account unescaped. */
function textOf(file: Uint8Array): string {
  const text = bytesToLatin1(chacha20(fileKey, file.subarray(0, 8), file.subarray(10)))
  const { key_data } = JSON.parse(text) as { key_data: string }
  return text + key_data
}
