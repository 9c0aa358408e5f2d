import { RpcError } from '#protocol/errors.ts'
import { bool, list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const set_daemon = walletMethod({
  summary: 'Use another daemon',
  params: {
    address: text.default('').describe('host:port or a URL.'),
    username: text.default(''),
    password: text.default(''),
    trusted: bool.default(false).describe('It is ours: it may learn what the wallet asks for.'),
    ssl_support: text.default('autodetect').describe('disabled, enabled or autodetect.'),
    ssl_private_key_path: text.default(''),
    ssl_certificate_path: text.default(''),
    ssl_ca_file: text.default(''),
    ssl_allowed_fingerprints: list(text).default([]).describe('SHA-256, in hex.'),
    ssl_allow_any_cert: bool.default(false),
    proxy: text.default(''),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['DENIED', 'NOT_OPEN', 'NO_DAEMON_CONNECTION'],
  source: 'wallet/wallet_rpc_server.cpp on_set_daemon',

  run(wallet, { address, username, password, trusted, proxy, ...tls }) {
    checkTls(tls)
    // What would be weaker than what was asked for is refused, not ignored.
    if (proxy !== '') throw refused('Unable to set daemon: proxies are not supported')
    if (tls.ssl_ca_file !== '' || tls.ssl_allowed_fingerprints.length > 0)
      throw refused('Unable to set daemon: certificates of its own are not supported')
    const url = daemonUrl(address, tls.ssl_support === 'enabled')
    if (url === undefined) throw refused('Unable to set daemon')
    wallet.setDaemon({ address: url, username, password, trusted })
    return {}
  },
})

type Tls = {
  ssl_support: string
  ssl_ca_file: string
  ssl_allowed_fingerprints: string[]
  ssl_allow_any_cert: boolean
}

function checkTls(tls: Tls) {
  for (const fingerprint of tls.ssl_allowed_fingerprints) {
    if (!/^(?:[0-9a-f]{2})*$/i.test(fingerprint))
      throw refused('ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values')
    if (fingerprint.length !== 64)
      throw refused('Each ssl_allowed_fingerprints[] entry must decode to exactly 32 bytes')
  }
  if (!['disabled', 'enabled', 'autodetect'].includes(tls.ssl_support))
    throw refused('Invalid ssl support mode')
  const verified = tls.ssl_allowed_fingerprints.length > 0 || tls.ssl_ca_file !== ''
  if (tls.ssl_support === 'enabled' && !tls.ssl_allow_any_cert && !verified)
    throw refused('SSL is enabled but no user certificate or fingerprints were provided')
}

// The empty address is the proxy that a page came from.
function daemonUrl(address: string, encrypted: boolean): string | undefined {
  if (address === '') return address
  const schemed = /^[a-z]+:\/\//i.test(address)
  const url = schemed ? address : `${encrypted ? 'https' : 'http'}://${address}`
  return /^https?:\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[\w./~-]*)?$/i.test(url)
    ? url
    : undefined
}

const refused = (message: string) => new RpcError('NO_DAEMON_CONNECTION', message)
