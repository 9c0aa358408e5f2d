import { RpcError } from '#protocol/errors.ts'
import { bool, list, text } from '#protocol/fields.ts'
import { socksProxyOf } from '#protocol/network/socks.ts'
import {
  fingerprintError,
  knowsPeer,
  tlsModeOf,
  tlsOf,
  tlsTo,
  type Tls,
} from '#protocol/network/tls.ts'
import { walletMethod } from '../method.ts'
import { daemonUrl } from './daemon-url.ts'

export const set_daemon = walletMethod({
  summary: 'Connects to another daemon',
  params: {
    address: text.default('').describe('HOST:PORT or a URL.'),
    username: text.default(''),
    password: text.default('').secret(),
    trusted: bool
      .default(false)
      .describe(
        'The daemon may learn which outputs the wallet asks for. Required for a private chain with a mainnet wallet.',
      ),
    ssl_support: text
      .optional()
      .describe(
        'disabled, enabled or autodetect. If absent: enabled with listed certificates, else autodetect.',
      ),
    ssl_private_key_path: text.default('').describe('PEM file, with ssl_certificate_path.'),
    ssl_certificate_path: text.default('').describe('PEM file of the certificate of this wallet.'),
    ssl_ca_file: text
      .default('')
      .describe('PEM file of certificates that the daemon must have, or be signed by.'),
    ssl_allowed_fingerprints: list(text)
      .default([])
      .describe('SHA-256 of accepted certificates, in hex.'),
    ssl_allow_any_cert: bool.default(false),
    proxy: text
      .default('')
      .secret()
      .describe('[socks5://[NAME:PASSWORD@]]IP:PORT of a SOCKS proxy.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['NO_DAEMON_CONNECTION', 'PROXY_ALREADY_DEFINED'],
  source: 'wallet/wallet_rpc_server.cpp on_set_daemon',

  run(wallet, { address, username, password, trusted, proxy, ...ssl }) {
    if (proxy !== '' && wallet.ports.hasProxy)
      throw new RpcError(
        'PROXY_ALREADY_DEFINED',
        'It is not possible to set daemon specific proxy when --proxy is defined.',
      )
    const tls = tlsTo(address, askedTls(ssl))
    const through = proxy === '' ? undefined : socksProxyOf(proxy)
    // A proxy that cannot be used is refused, not ignored: a direct connection would be weaker.
    if (proxy !== '' && !through) throw refused('Unable to set daemon')
    const url = daemonUrl(address, tls.mode === 'enabled')
    if (url === undefined) throw refused('Unable to set daemon')
    wallet.setDaemon({ address: url, username, password, trusted, tls, proxy: through })
    return {}
  },
})

type Ssl = {
  ssl_support: string | undefined
  ssl_private_key_path: string
  ssl_certificate_path: string
  ssl_ca_file: string
  ssl_allowed_fingerprints: string[]
  ssl_allow_any_cert: boolean
}

function askedTls(ssl: Ssl): Tls {
  for (const fingerprint of ssl.ssl_allowed_fingerprints) {
    const problem = fingerprintError(fingerprint)
    if (problem === 'hex')
      throw refused('ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values')
    if (problem)
      throw refused('Each ssl_allowed_fingerprints[] entry must decode to exactly 32 bytes')
  }
  const mode = ssl.ssl_support === undefined ? undefined : tlsModeOf(ssl.ssl_support)
  if (ssl.ssl_support !== undefined && !mode) throw refused('Invalid ssl support mode')
  const tls = tlsOf({
    mode,
    anyCertificate: ssl.ssl_allow_any_cert,
    fingerprints: ssl.ssl_allowed_fingerprints,
    caFile: ssl.ssl_ca_file,
    keyFile: ssl.ssl_private_key_path,
    certificateFile: ssl.ssl_certificate_path,
  })
  if (tls.mode === 'enabled' && tls.trust !== 'any' && !knowsPeer(tls))
    throw refused('SSL is enabled but no user certificate or fingerprints were provided')
  return tls
}

const refused = (message: string) => new RpcError('NO_DAEMON_CONNECTION', message)
