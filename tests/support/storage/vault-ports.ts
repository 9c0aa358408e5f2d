/**
 * What a vault needs of the platform: real randomness, a real but cheap password stretch.
 *
 * @module
 */
import { createFallback } from '#wasm/fallback/index.ts'
import { systemClock, systemRandom } from '../../../worker/adapters/platform.ts'
import { stretchPassword } from '../../../worker/adapters/stretch.ts'
import type { StretchCost } from '../../../worker/engine/base/ports.ts'
import type { VaultPorts } from '../../../worker/engine/store/vault.ts'

/** The least that Argon2 allows: tests open many wallets. */
export const cheapStretch: StretchCost = { memoryKiB: 8, iterations: 1, parallelism: 1 }

export const vaultPorts: VaultPorts = {
  random: systemRandom,
  clock: systemClock,
  crypto: createFallback(systemRandom),
  stretchPassword,
  stretchCost: cheapStretch,
}
