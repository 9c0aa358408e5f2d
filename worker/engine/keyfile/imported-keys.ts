/**
 * Keys for a wallet of ours out of a key file of monero's.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import { findLanguage } from '#protocol/mnemonic/languages.ts'
import { requireLookahead, type Lookahead } from '../keys/lookahead.ts'
import type { Crypto } from '#wasm/types.ts'
import { WalletDamaged, UnsupportedWallet } from '../store/errors.ts'
import { wipeSecrets } from '../store/wipe-secrets.ts'
import type { KeyFile } from './key-file.ts'
import { givenKeys, type NewKeys } from '../keys/new-keys.ts'

export type ImportedKeys = NewKeys & {
  network: Network
  restoreHeight: bigint
  lookahead: Lookahead
}

/** The networks that matter for what a file does not say, and for what must not differ. */
export type KnownNetworks = {
  /** Of the service; undefined where it takes wallets of any. */
  service: Network | undefined
  daemon(): Promise<Network | undefined>
}

/**
 * Checks that a key file's keys belong together, and that the wallet is one for this service.
 *
 * @param read - Its secrets are the new wallet's, or wiped.
 * @throws {WalletDamaged} For keys that are not those of their address.
 * @throws {UnsupportedWallet} For a wallet of another network.
 * @throws {RpcError} UNKNOWN_ERROR for a lookahead that no wallet can have.
 */
export async function importedKeys(
  crypto: Crypto,
  read: KeyFile,
  known: KnownNetworks,
): Promise<ImportedKeys> {
  try {
    requireLookahead(read.lookahead)
    const keys = givenKeys(crypto, read.secrets, languageOf(read))
    if (typeof keys === 'string') throw new WalletDamaged(`its ${keys} is not that of its address`)
    const network = await networkOf(read.network, known)
    return { ...keys, network, restoreHeight: read.restoreHeight, lookahead: read.lookahead }
  } catch (error) {
    wipeSecrets(read.secrets)
    throw error
  }
}

/** Seeds of the oldest list are written in no list of today: their wallets get no words. */
const languageOf = ({ seedLanguage }: KeyFile) => findLanguage(seedLanguage)?.name ?? ''

async function networkOf(named: Network | undefined, known: KnownNetworks): Promise<Network> {
  const ours = known.service ?? (await known.daemon())
  const network = named ?? ours ?? 'mainnet'
  // The reference's wallets on a private chain call themselves wallets of mainnet.
  if (network === 'mainnet' && ours === 'fakechain') return ours
  if (network === (known.service ?? network)) return network
  throw new UnsupportedWallet(`${network} wallet cannot be opened as ${known.service} wallet`)
}
