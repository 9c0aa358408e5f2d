/**
 * What stands for `<name>` in params and is known from the beginning.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { minerAddress } from '../../programs/monerod.ts'
import type { OurWallet } from '../../wallet-comparison/restore-both.ts'

/** Known once there is a wallet with a history; until then they name nothing. */
const later = [
  'received',
  'waiting',
  'sent',
  'sentKey',
  'keyImage',
  'spentKeyImage',
  'unsigned',
  'outputs',
  'inProof',
  'spendProof',
  'reserveProof',
  'signature',
  'firstImage',
  'firstSignature',
  'peerInfo',
  'otherInfo',
  'groupSet',
  'groupSigned',
]

export async function fixedNames({ wallet, call }: OurWallet) {
  const { spendSecret, viewSecret } = wallet.secrets
  const { integrated_address } = await call('make_integrated_address', {
    payment_id: '1111111111111111',
  })
  return {
    ...Object.fromEntries(later.map((name) => [name, '0'.repeat(64)])),
    own: wallet.primaryAddress,
    subaddress: wallet.addresses.address({ account: 0, address: 1 }),
    integrated: integrated_address as string,
    miner: minerAddress,
    stagenet:
      '55LTR8KniP4LQGJSPtbYDacR7dz8RBFnsfAKMaMuwUNYX6aQbBcovzDPyrQF9KXF9tVU6Xk3K8no1BywnJX6GvZX8yJsXvt',
    testnet:
      '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8',
    spendKey: bytesToHex(spendSecret!),
    viewKey: bytesToHex(viewSecret),
    seed: (await call('query_key', { key_type: 'mnemonic' })).key as string,
    keysFile: (await call('export_keys_file')).keys_file as string,
  }
}
