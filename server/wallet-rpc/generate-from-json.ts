/**
 * A wallet from a JSON description.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp generate_from_json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Address, Network } from '#protocol/address.ts'
import { FieldError, i32, object, text, u32, u64 } from '#protocol/fields.ts'
import { UsageError } from '#protocol/settings.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import type { Crypto } from '#wasm/types.ts'
import { ProgramError } from '../process/program-error.ts'
import { withSecrets } from '../../worker/engine/keys/account.ts'
import { wipeSecrets } from '../../worker/engine/store/wipe-secrets.ts'
import { givenKeys, seedKeys, type NewKeys } from '../../worker/engine/keys/new-keys.ts'
import { keysOfWords } from '../../worker/engine/keys/seed-words.ts'
import { readAddress } from '../../worker/engine/keys/read-address.ts'
import type { Service } from '../../worker/engine/service.ts'

const fields = object({
  version: u32,
  filename: text,
  scan_from_height: u64.optional(),
  password: text.default(''),
  viewkey: text.optional(),
  spendkey: text.optional(),
  seed: text.optional(),
  seed_passphrase: text.default(''),
  address: text.optional(),
  create_address_file: i32.default(0),
})

/** The description. Its secrets are used for the wallet only. */
export type WalletDescription = ReturnType<typeof fields.parse>

const newestVersion = 1

/** @throws {UsageError} When the file is missing or wrong. The message contains names of fields, but no values. */
export function readDescription(file: string): WalletDescription {
  const description = parsed(file)
  if (description.version > newestVersion)
    throw new UsageError(
      `Version ${description.version} too new, we can only grok up to ${newestVersion}`,
    )
  return description
}

function parsed(file: string): WalletDescription {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch {
    throw new UsageError(`Failed to load file ${file}`)
  }
  try {
    return fields.parse(parseJsonBytes(bytes), '')
  } catch (error) {
    if (error instanceof FieldError) throw new UsageError(`${file}: ${error.message}`)
    throw new UsageError('Failed to parse JSON')
  }
}

/**
 * Creates the wallet and opens it.
 *
 * @param network - The network of its address.
 * @throws {Failure} When the description contradicts itself or is incomplete.
 */
export async function makeDescribed(
  service: Service,
  description: WalletDescription,
  network: Network,
): Promise<void> {
  const { filename, password, scan_from_height, create_address_file } = description
  const { keys, made } = await keysOf(service.ports.crypto, description, network)
  const restoreHeight =
    scan_from_height ?? (made === undefined ? 0n : await service.heightBefore(made))
  const name = basename(filename)
  const wallet = await service
    .create({ ...keys, name, password, network, restoreHeight })
    .catch((error: Error) => {
      throw new ProgramError(`failed to generate new wallet: ${error.message}`)
    })
  if (create_address_file !== 0)
    writeFileSync(`${join(dirname(filename), wallet.name)}.address.txt`, wallet.primaryAddress)
}

async function keysOf(
  crypto: Crypto,
  description: WalletDescription,
  network: Network,
): Promise<{ keys: NewKeys; made?: bigint }> {
  const { seed, viewkey, spendkey, seed_passphrase } = description
  if (seed === undefined) return { keys: keysOfKeys(crypto, description, network) }
  if (viewkey !== undefined || spendkey !== undefined)
    throw new ProgramError('Both Electrum-style word list and private key(s) specified')
  const words = await keysOfWords(crypto, seed, { language: '', seed_offset: seed_passphrase })
  if (words.isDeprecated) {
    wipeSecrets(words.keys.secrets)
    throw new ProgramError('Cannot generate deprecated wallets from JSON')
  }
  return words
}

function keysOfKeys(crypto: Crypto, described: WalletDescription, network: Network): NewKeys {
  const { viewkey, spendkey, address } = described
  if (viewkey === undefined && spendkey === undefined)
    throw new ProgramError(
      'At least one of either an Electrum-style word list, private view key, or private spend key must be specified',
    )
  return withSecrets((held) => {
    const read = (hex: string | undefined, which: Which) =>
      hex === undefined ? undefined : keyOf(crypto, held(secretOf(hex, which)), which)
    const [view, spend] = [read(viewkey, 'view'), read(spendkey, 'spend')]
    const named = address === undefined ? undefined : readAddress(crypto, address, network)
    if (address !== undefined && !named) throw new ProgramError('invalid address')
    return view ? ofViewKey(crypto, view, spend, named) : ofSpendKey(crypto, spend!, named)
  })
}

type Which = 'view' | 'spend'
type Key = { secret: Uint8Array; public: Uint8Array }

function ofSpendKey(crypto: Crypto, spend: Key, named: Address | undefined): NewKeys {
  const keys = seedKeys(crypto, spend.secret, '')
  spend.secret.fill(0)
  if (!named || isSame(named.spendKey, keys.secrets.spendPublic)) return keys
  wipeSecrets(keys.secrets)
  throw another('spend key')
}

function ofViewKey(
  crypto: Crypto,
  view: Key,
  spend: Key | undefined,
  named: Address | undefined,
): NewKeys {
  const spendPublic = named?.spendKey ?? spend?.public
  if (!spendPublic)
    throw new ProgramError('Address must be specified in order to create watch-only wallet')
  const secrets = {
    viewSecret: view.secret,
    viewPublic: named?.viewKey ?? view.public,
    spendPublic,
    ...(spend && { spendSecret: spend.secret }),
  }
  const keys = givenKeys(crypto, secrets, '')
  if (typeof keys === 'string') throw another(keys)
  return keys
}

const another = (which: string) => new ProgramError(`${which} does not match standard address`)

function secretOf(hex: string, which: Which): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new ProgramError(`failed to parse ${which} key secret key`)
  return hexToBytes(hex)
}

function keyOf(crypto: Crypto, secret: Uint8Array, which: Which): Key {
  if (secret.every((byte) => byte === 0))
    throw new ProgramError(`${which} secret key may not be all zeroes`)
  const key = crypto.publicKey(secret)
  if (!key) throw new ProgramError(`failed to verify ${which} key secret key`)
  return { secret, public: key }
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.every((byte, index) => byte === other[index])
