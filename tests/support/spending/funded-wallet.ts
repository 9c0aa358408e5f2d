/**
 * A wallet with coins to spend, and the scripted daemon it spends them through.
 *
 * @module
 */
import { seedKeys } from '../../../worker/engine/keys/new-keys.ts'
import type { ServiceOptions } from '../../../worker/engine/service-options.ts'
import type { Service } from '../../../worker/engine/service.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { MintedChain } from '../chains/minted-chain.ts'
import type { MemoryFiles } from '../storage/memory-files.ts'
import { CoinMint } from '../chains/coin-mint.ts'
import { testSeed, testService, testWallet } from '../wallets/test-wallet.ts'

export type Funded = {
  service: Service
  wallet: Wallet
  chain: MintedChain
  mint: CoinMint
  /** Where the wallet is kept. */
  files: MemoryFiles
  /** As they were minted. */
  outputs: OutputRecord[]
}

/** Owns outputs of these amounts, twenty blocks apart from height 100 on; its chain has 400 blocks with an output each. */
export async function fundedWallet(
  amounts: readonly bigint[],
  options: Partial<Omit<ServiceOptions, 'ports'>> = {},
): Promise<Funded> {
  const crypto = await testCrypto()
  const mint = new CoinMint(crypto, seedKeys(crypto, testSeed, 'English').secrets as SpendSecrets)
  const chain = new MintedChain(mint)
  const service = await testService(
    { daemon: { address: 'fake', trusted: true }, ...options },
    { connect: () => chain.daemon },
  )
  const wallet = await testWallet({ name: 'funded' }, service)
  const outputs = amounts.map((amount, i) => mint.output({ amount, height: BigInt(100 + 20 * i) }))
  await wallet.store.commit((change) => {
    for (const output of outputs) change.put(wallet.store.outputs, output.key, output)
    const ids = new Uint8Array(32 * 399)
    change.put(wallet.store.blocks, '0', { first: 1n, ids, reward: 0n })
    const counts = new Uint8Array(400).fill(1)
    change.put(wallet.store.outputCounts, '0', { first: 0n, before: 0, loaded: 0, counts })
  })
  const files = service.ports.files as MemoryFiles
  return { service, wallet, chain, mint, files, outputs }
}
