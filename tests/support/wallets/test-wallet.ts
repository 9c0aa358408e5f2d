/**
 * Services and wallets over memory, for tests: real keys, real storage format, no daemon unless given.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { daemonCalls } from '#protocol/upstream.ts'
import { systemClock, systemRandom } from '../../../worker/adapters/platform.ts'
import { stretchPassword } from '../../../worker/adapters/stretch.ts'
import { LogCategories } from '#protocol/log-categories.ts'
import { seedKeys } from '../../../worker/engine/keys/new-keys.ts'
import type { Daemon, Ports } from '../../../worker/engine/base/ports.ts'
import type { ServiceOptions } from '../../../worker/engine/service-options.ts'
import { Service, type NewWallet } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { MemoryFiles } from '../storage/memory-files.ts'
import { cheapStretch } from '../storage/vault-ports.ts'

/** A daemon that is never reached. */
export const unreachable = (): Daemon => ({ ...daemonCalls(noAnswer, noAnswer), close() {} })

async function noAnswer(): Promise<never> {
  throw new ConnectionError('no daemon in this test')
}

/** As on a private chain. */
const nothingPinned: Ports['pinnedBlocks'] = {
  heightOf: () => 0n,
  leastDifficultyOf: () => 1n,
  load: async () => ({ checkpoints: [], groups: new Uint8Array() }),
}

export type TestPorts = Ports & {
  files: MemoryFiles
  /** Everything logged. */
  lines: string[]
}

/** Ports over memory. @param changes - Replace some of them. */
export async function testPorts(changes: Partial<Ports> = {}): Promise<TestPorts> {
  const lines: string[] = []
  return {
    crypto: await testCrypto(),
    random: systemRandom,
    clock: systemClock,
    stretchPassword,
    stretchCost: cheapStretch,
    kdfRounds: 1,
    connect: unreachable,
    pinnedBlocks: nothingPinned,
    log: (level, message) => void lines.push(`${level}: ${message}`),
    logCategories: new LogCategories(),
    concurrency: 2,
    lines,
    ...changes,
    files: (changes.files as MemoryFiles | undefined) ?? new MemoryFiles(),
  }
}

/** Few, since each takes the fallback half a millisecond. */
const fewSubaddresses = { accounts: 2, addresses: 5 }

/** A service on mainnet without a daemon. */
export async function testService(
  options: Partial<Omit<ServiceOptions, 'ports'>> = {},
  ports: Partial<Ports> = {},
): Promise<Service> {
  const defaults = { network: 'mainnet', lookahead: fewSubaddresses } as const
  return new Service({ ports: await testPorts(ports), ...defaults, ...options })
}

/** Spend secret of {@link testWallet} unless another seed is given; below the group order. */
export const testSeed = hexToBytes('0706050403020100'.repeat(4))

/** An open wallet that lives in memory. @param wanted - What differs from a fresh full wallet. */
export async function testWallet(
  wanted: Partial<NewWallet> = {},
  service?: Service,
): Promise<Wallet> {
  const owner = service ?? (await testService({ network: wanted.network }))
  return owner.create({
    ...seedKeys(owner.ports.crypto, testSeed, 'English'),
    name: '',
    password: '',
    network: 'mainnet',
    restoreHeight: 0n,
    ...wanted,
  })
}
