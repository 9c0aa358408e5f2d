import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { importedKeys } from '../../../../worker/engine/keyfile/imported-keys.ts'
import type { KeyFile } from '../../../../worker/engine/keyfile/key-file.ts'
import { UnsupportedWallet, WalletDamaged } from '../../../../worker/engine/store/errors.ts'
import { fullKeyFile, keyFilePorts } from '../../../support/wallets/key-files.ts'

const { crypto } = keyFilePorts
type Known = 'mainnet' | 'testnet' | 'fakechain' | undefined

/** A key file with other content, whose secrets are its own. */
function fileWith(changes: Partial<KeyFile>): KeyFile {
  const secrets = { ...fullKeyFile.secrets, ...changes.secrets }
  const { spendSecret, viewSecret } = secrets
  const copies = { viewSecret: viewSecret.slice(), spendSecret: spendSecret!.slice() }
  return { ...fullKeyFile, ...changes, secrets: { ...secrets, ...copies } }
}

const imported = (file: KeyFile, service?: Known, daemon?: Known) =>
  importedKeys(crypto, file, { service, daemon: async () => daemon })

describe('importedKeys', () => {
  test.each<[KeyFile['network'], Known, Known, string]>([
    ['stagenet', undefined, undefined, 'stagenet'],
    ['mainnet', 'mainnet', undefined, 'mainnet'],
    ['mainnet', undefined, 'fakechain', 'fakechain'],
    ['mainnet', 'fakechain', undefined, 'fakechain'],
    [undefined, 'testnet', undefined, 'testnet'],
    [undefined, undefined, 'testnet', 'testnet'],
    [undefined, undefined, undefined, 'mainnet'],
  ])('of %s, in a service of %s, on a node of %s: %s', async (network, service, node, expected) => {
    expect(await imported(fileWith({ network }), service, node)).toMatchObject({
      network: expected,
    })
  })

  test('keeps keys, height and lookahead of the file', async () => {
    const { secrets, restoreHeight, lookahead } = fullKeyFile
    expect(await imported(fileWith({}))).toMatchObject({ secrets, restoreHeight, lookahead })
  })

  test('keeps the language of the words, unless it is unknown', async () => {
    expect(await imported(fileWith({}))).toMatchObject({
      deterministic: true,
      seedLanguage: '日本語',
    })
    expect(await imported(fileWith({ seedLanguage: 'Klingon' }))).toMatchObject({
      seedLanguage: '',
    })
  })

  const other = keysOfSeed(crypto, new Uint8Array(32).fill(1))
  const { secrets } = fullKeyFile
  test.each<[string, Partial<KeyFile>, Known, Error | object]>([
    [
      'a wallet of another network',
      { network: 'testnet' },
      'mainnet',
      new UnsupportedWallet('testnet wallet cannot be opened as mainnet wallet'),
    ],
    [
      'more subaddresses than a wallet can watch',
      { lookahead: { accounts: 70_000, addresses: 70_000 } },
      undefined,
      { code: -1, message: 'Subaddress lookahead is too large: 4194304 addresses at most' },
    ],
    [
      'a spend key of another address',
      { secrets: { ...secrets, spendPublic: other.spendPublic } },
      undefined,
      new WalletDamaged('its spend key is not that of its address'),
    ],
    [
      'a view key of another address',
      { secrets: { ...secrets, viewPublic: other.viewPublic } },
      undefined,
      new WalletDamaged('its view key is not that of its address'),
    ],
  ])('error: %s, and the secrets are wiped', async (_, changes, service, error) => {
    const file = fileWith(changes)
    await expect(imported(file, service)).rejects.toThrow(
      error instanceof Error ? error : expect.objectContaining(error),
    )
    expect(file.secrets.spendSecret).toEqual(new Uint8Array(32))
    expect(file.secrets.viewSecret).toEqual(new Uint8Array(32))
  })
})
