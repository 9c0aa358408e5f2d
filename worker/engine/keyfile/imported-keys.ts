/**
 * Keys for a new wallet from a `.keys` file of monero.
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
} & Pick<KeyFile, 'rings'>

/** The networks to check a file against, and to assume where it names none. */
export type KnownNetworks = {
  /** Of the service; undefined where it accepts all. */
  service: Network | undefined
  daemon(): Promise<Network | undefined>
}

/**
 * Checks that a key file's keys belong together, and that the wallet is one for this service.
 *
 * @param read - Its secrets become the new wallet's, or are wiped.
 * @throws {WalletDamaged} When the keys do not match the address.
 * @throws {UnsupportedWallet} For a wallet of another network.
 * @throws {RpcError} UNKNOWN_ERROR for an impossible lookahead.
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
    const { restoreHeight, lookahead, rings } = read
    return { ...keys, network, restoreHeight, lookahead, ...(rings && { rings }) }
  } catch (error) {
    wipeSecrets(read.secrets)
    throw error
  }
}

/** The oldest word list is not supported: such wallets get no seed of words. */
const languageOf = ({ seedLanguage }: KeyFile) => findLanguage(seedLanguage)?.name ?? ''

async function networkOf(named: Network | undefined, known: KnownNetworks): Promise<Network> {
  const ours = known.service ?? (await known.daemon())
  const network = named ?? ours ?? 'mainnet'
  // The reference marks wallets of a private chain as mainnet.
  if (network === 'mainnet' && ours === 'fakechain') return ours
  if (network === (known.service ?? network)) return network
  throw new UnsupportedWallet(`${network} wallet cannot be opened as ${known.service} wallet`)
}
