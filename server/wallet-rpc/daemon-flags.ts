/**
 * Flags of `nightjar-wallet-rpc`: its daemon.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp make_basic
 */
import { requiredFeedAddress } from '#protocol/network/feed-address.ts'
import { isLoopback } from '#protocol/network/ip-address.ts'
import type { Network } from '#protocol/address.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import { parseLogin } from '../login/parse-login.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { portOf, type Flags, type Given } from '../flags/flags.ts'
import { socksProxyOf, type SocksProxy } from '#protocol/network/socks.ts'
import { knowsPeer, tlsOf, tlsTo, type Tls } from '#protocol/network/tls.ts'
import { fingerprintsOf, modeOf } from '../tls/flags.ts'
import { baseUrl } from '../../worker/adapters/daemon.ts'
import type { DaemonAddress } from '../../worker/engine/base/ports.ts'

export const daemonFlags = {
  'daemon-address': { takes: 'HOST:PORT', help: 'Daemon to connect to' },
  'daemon-host': { takes: 'HOST', help: 'Host of the daemon' },
  'daemon-port': { takes: 'PORT', help: 'Port of the daemon' },
  'daemon-login': { takes: 'NAME:PASSWORD', mayBeEmpty: true, help: 'Login for the daemon' },
  'trusted-daemon': { help: 'Trust the daemon; default for a daemon on this machine' },
  'untrusted-daemon': { help: 'Do not trust the daemon' },
  'daemon-ssl': {
    takes: 'MODE',
    help: 'enabled, disabled, or autodetect (TLS if the daemon supports it)',
  },
  'daemon-ssl-private-key': {
    takes: 'FILE',
    mayBeEmpty: true,
    help: 'Private key of the wallet, PEM',
  },
  'daemon-ssl-certificate': {
    takes: 'FILE',
    mayBeEmpty: true,
    help: 'Certificate of that key, PEM',
  },
  'daemon-ssl-ca-certificates': {
    takes: 'FILE',
    mayBeEmpty: true,
    help: 'Certificates that the daemon must have, or be signed by, PEM',
  },
  'daemon-ssl-allowed-fingerprints': {
    takes: 'HEX',
    mayRepeat: true,
    help: 'SHA-256 of a daemon certificate that is accepted; may be repeated',
  },
  'daemon-ssl-allow-any-cert': { help: 'Accept any daemon certificate' },
  'daemon-ssl-allow-chained': { help: 'Accept a daemon certificate with intermediate issuers too' },
  'compare-daemon': {
    takes: 'HOST:PORT',
    mayRepeat: true,
    help: 'Daemon that must have the same blocks and fees; may be repeated',
  },
  'scan-feed': {
    help: 'The daemon is nightjar-node --light: read old blocks from its scan feed',
  },
  'scan-rows': {
    help: 'With --scan-feed: read its shortest rows; the daemon learns more about your payments',
  },
  'compare-feed': {
    takes: 'URL',
    help: 'With --scan-feed: second server whose scan feed must have the same digests',
  },
  proxy: { takes: 'IP:PORT', help: 'SOCKS proxy for all connections to daemons' },
} as const satisfies Flags

type DaemonFlags = Given<typeof daemonFlags>

/** @see monero src/cryptonote_config.h RPC_DEFAULT_PORT */
const defaultPorts = { mainnet: 18_081, testnet: 28_081, stagenet: 38_081, fakechain: 18_081 }

/** Which rows of the scan feed are read. @throws {UsageError} */
export function feedKindOf(given: DaemonFlags): FeedKind {
  if (given['scan-rows'] !== true) return 'complete'
  if (given['scan-feed'] !== true) throw new UsageError('--scan-rows needs --scan-feed')
  return 'scan'
}

/** The second server whose scan feed is compared; empty without one. @throws {UsageError} */
export function comparedFeedOf(given: DaemonFlags): string {
  const typed = given['compare-feed']
  if (typed === undefined) return ''
  if (given['scan-feed'] !== true) throw new UsageError('--compare-feed needs --scan-feed')
  return requiredFeedAddress('--compare-feed', typed)
}

/** @throws {UsageError} Names the flag that is wrong, or excluded by another flag. */
export function daemonOf(given: DaemonFlags, network: Network): DaemonAddress {
  const { 'daemon-address': whole, 'daemon-host': host } = given
  const port = portOf('daemon-port', given['daemon-port'] ?? '0')
  // Either of the two without the other has no effect.
  if (whole !== undefined && host !== undefined && port !== 0)
    throw new UsageError("can't specify daemon host or port more than once")
  if (given['trusted-daemon'] && given['untrusted-daemon'])
    throw new UsageError('--trusted-daemon and --untrusted-daemon are both seen, assuming neither')
  return daemonAt(given, whole ?? `http://${host ?? 'localhost'}:${port || defaultPorts[network]}`)
}

/**
 * The daemon of a wallet after one for which `set_daemon` chose another daemon. The address stays unless
 * flags name one; trust and login come from the flags again. Required TLS and a proxy stay too, where the
 * reference would drop them.
 *
 * @see monero src/wallet/wallet2.cpp make_basic, set_daemon: default_daemon_address
 */
export function nextDaemonOf(
  given: DaemonFlags,
  network: Network,
): ((last: DaemonAddress) => DaemonAddress) | undefined {
  const named = ['daemon-address', 'daemon-host', 'daemon-port'] as const
  if (named.some((flag) => given[flag] !== undefined)) return undefined
  return ({ address, tls, proxy }) => {
    if (address === '') return daemonOf(given, network)
    const next = daemonAt(given, address)
    return { ...next, ...(tls?.mode === 'enabled' && { tls }), ...(proxy && { proxy }) }
  }
}

/** The daemons whose blocks and fees are compared. They have no login, and are not trusted. @throws {UsageError} */
export const comparedDaemonsOf = (given: DaemonFlags): DaemonAddress[] =>
  listOf(given['compare-daemon']).map((address) => {
    // Messages name a daemon by its address.
    if (address.includes('@') || !URL.canParse(baseUrl(address)))
      throw new UsageError('--compare-daemon needs HOST:PORT or a URL, without a login')
    return { address, trusted: false, tls: daemonTlsOf(given, address) }
  })

function daemonAt(given: DaemonFlags, address: string): DaemonAddress {
  const tls = daemonTlsOf(given, address)
  const login = given['daemon-login'] && parseLogin('daemon-login', given['daemon-login'])
  const trusted = given['trusted-daemon'] ?? (!given['untrusted-daemon'] && isLocal(address))
  return { address, trusted, ...login, tls }
}

/** The SOCKS proxy for every daemon. @throws {UsageError} */
export function proxyOf({ proxy }: DaemonFlags): SocksProxy | undefined {
  if (proxy === undefined) return undefined
  const through = socksProxyOf(proxy)
  if (!through) throw new UsageError('Invalid address specified for --proxy')
  return through
}

/** Required TLS, and a proxy, need an identified daemon: otherwise an attacker in between is not noticed. */
function daemonTlsOf(given: DaemonFlags, address: string): Tls {
  const asked = tlsOf({
    mode: modeOf('daemon-ssl', given['daemon-ssl']),
    anyCertificate: given['daemon-ssl-allow-any-cert'],
    fingerprints: fingerprintsOf(given['daemon-ssl-allowed-fingerprints']),
    caFile: given['daemon-ssl-ca-certificates'],
    chained: given['daemon-ssl-allow-chained'],
    keyFile: given['daemon-ssl-private-key'],
    certificateFile: given['daemon-ssl-certificate'],
  })
  const tls = tlsTo(address, asked)
  // The certificate of an https URL is checked by its host name.
  const byName = tls.mode !== asked.mode
  const isKnown = byName || tls.trust === 'any' || knowsPeer(tls, hostOf(address))
  if (!isKnown && (tls.mode === 'enabled' || given.proxy !== undefined))
    throw new UsageError(
      `Enabling --${given.proxy === undefined ? 'daemon-ssl' : 'proxy'} requires ` +
        '--daemon-ssl-allow-any-cert or --daemon-ssl-ca-certificates or ' +
        '--daemon-ssl-allowed-fingerprints or use of a .onion/.i2p domain',
    )
  return tls
}

const hostOf = (address: string) => address.replace(/^https?:\/\//, '').replace(/:\d+\/?$/, '')

/** Whether the daemon is on this machine. @see monero src/common/util.cpp is_local_address */
function isLocal(address: string) {
  const host = hostOf(address)
  return host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}
