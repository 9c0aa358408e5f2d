/**
 * Writes `.keys` files that monero's wallets open.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { varint } from '#protocol/chain/varint.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { Decimal, stringifyJson } from '#protocol/json/json.ts'
import type { Ports } from '../base/ports.ts'
import { chacha20, chachaKey, type StretchPorts } from '../base/chacha-key.ts'
import { account, coverSecrets, networks, type KeyFile } from './key-file.ts'
import { ivLength } from './key-file-form.ts'
import { ringsToBytes } from './key-file-rings.ts'

/**
 * @param rounds - Rounds of password hashing, at least 1. Reading the file needs the same number.
 * @returns The file. It is view-only if `secrets` lack the spend secret.
 */
export async function writeKeyFile(
  ports: StretchPorts & Pick<Ports, 'random'>,
  wallet: KeyFile,
  password: string,
  rounds: number,
): Promise<Uint8Array> {
  const { random } = ports
  const passwordBytes = utf8ToBytes(password)
  const key = await chachaKey(ports, passwordBytes, rounds)
  const secretsIv = random(ivLength)
  const { spendSecret = new Uint8Array(32), viewSecret } = wallet.secrets
  const secrets = concatBytes(spendSecret, viewSecret)
  const covered = await coverSecrets(ports, key, secretsIv, secrets)
  const plain = textOf(wallet, accountOf(wallet, secretsIv, covered))
  const iv = random(ivLength)
  const sealed = chacha20(key, iv, plain)
  for (const secret of [passwordBytes, key, secrets, plain]) secret.fill(0)
  return concatBytes(iv, varint(sealed.length), sealed)
}

/** The account in portable storage, its secrets covered. */
function accountOf({ secrets }: KeyFile, iv: Uint8Array, covered: Uint8Array) {
  return epeeFrom(account, {
    m_keys: {
      m_account_address: {
        m_spend_public_key: secrets.spendPublic,
        m_view_public_key: secrets.viewPublic,
      },
      m_spend_secret_key: covered.subarray(0, 32),
      m_view_secret_key: covered.subarray(32),
      m_encryption_iv: iv,
    },
    // Readers skip blocks before this time. The time of the first use of the keys is unknown, so it is 0.
    m_creation_timestamp: 0n,
  })
}

/**
 * The JSON object. A member that is left out has the default of a new wallet. The exception is mining
 * to pay a node: its default has no price limit, so it is written.
 *
 * Strings are bytes, control characters escaped, as rapidjson writes and reads them.
 */
function textOf(
  { secrets, seedLanguage, network, restoreHeight, lookahead, rings }: KeyFile,
  keyData: Uint8Array,
) {
  const language = seedLanguage === '' ? undefined : utf8ToBytes(seedLanguage)
  const text = stringifyJson({
    key_data: keyData,
    seed_language: language,
    key_on_device: 0,
    watch_only: secrets.spendSecret ? 0 : 1,
    multisig: 0,
    multisig_threshold: 0,
    refresh_height: restoreHeight,
    // The reference's programs join a private chain as wallets of mainnet.
    nettype: network === 'fakechain' || !network ? 0 : networks.indexOf(network),
    subaddress_lookahead_major: lookahead.accounts,
    subaddress_lookahead_minor: lookahead.addresses,
    encrypted_secret_keys: 1,
    auto_mine_for_rpc_payment: new Decimal('-1.0'),
    nightjar_rings: rings && rings.size > 0 ? ringsToBytes(rings) : undefined,
  })
  return latin1ToBytes(text)
}
