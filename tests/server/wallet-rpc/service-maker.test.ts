import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readOptions, readServiceFlags } from '../../../server/wallet-rpc/options.ts'
import { serviceMaker } from '../../../server/wallet-rpc/service-maker.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

/** A program beside the built modules. */
const program = pathToFileURL(resolve('wasm/build/program.js')).href

const maker = (...flags: string[]) =>
  serviceMaker(readOptions(readServiceFlags(['--rpc-bind-port=1', ...flags]).given), program)

describe('serviceMaker', () => {
  test('makes the folder of wallets, which only its owner can open', async () => {
    const folder = join(temporaryFolder('service'), 'a', 'wallets')
    await maker('--wallet-dir', folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('makes no folder for a single wallet file', async () => {
    const folder = join(temporaryFolder('service'), 'none')
    const make = await maker('--wallet-file', join(folder, 'a'))
    expect(make().walletDir).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })

  test('services share their ports, and not their wallet', async () => {
    const flags = ['--wallet-dir', temporaryFolder('service'), '--stagenet', '--restricted-rpc']
    const make = await maker(...flags, '--kdf-rounds=3', '--max-concurrency=2', '--log-level=2')
    const [one, other] = [make(), make()]
    expect(one).not.toBe(other)
    expect(one.ports.files).toBe(other.ports.files)
    const { kdfRounds, concurrency, logCategories, hasProxy, lookUpText } = one.ports
    expect([kdfRounds, concurrency, logCategories.text]).toEqual([3, 2, '*:DEBUG'])
    expect([hasProxy, lookUpText]).toEqual([false, undefined])
    expect(one).toMatchObject({ network: 'stagenet', restricted: true, walletDir: true })
  })

  test('--offline reaches no daemon', async () => {
    const make = await maker('--wallet-dir', temporaryFolder('service'), '--offline')
    const { ports } = make()
    const daemon = ports.connect({ address: '127.0.0.1:1', trusted: true })
    await expect(daemon.json.get_height({})).rejects.toThrow()
  })

  test('error: a certificate is missing, before a wallet opens', async () => {
    const flags = ['--daemon-ssl-private-key=/no/key', '--daemon-ssl-certificate=/no/crt']
    await expect(maker('--wallet-dir', temporaryFolder('service'), ...flags)).rejects.toThrow(
      "Failed to load private key file '/no/key': ENOENT",
    )
  })
})
