/**
 * Flags of monero-wallet-rpc without effect here. They are accepted, so that a script that starts it works
 * unchanged. Flags that protect keys or funds are not among them: they have an effect, or are refused.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp options, src/wallet/wallet_args.cpp, src/rpc/rpc_args.cpp
 */
import type { Flags } from '../flags/flags.ts'

export const ineffectiveFlags: Flags = {
  'disable-rpc-ban': { help: 'Accepted for compatibility; clients are never banned' },
  'rpc-response-soft-limit': {
    takes: 'BYTES',
    help: 'Accepted for compatibility; one answer waits for a connection at most',
  },
  'rpc-restricted-bind-ip': {
    takes: 'IP',
    help: 'Accepted for compatibility; there is no second port',
  },
  'rpc-restricted-bind-ipv6-address': {
    takes: 'IP',
    help: 'Accepted for compatibility; there is no second port',
  },
  'no-initial-sync': {
    help: 'Accepted for compatibility; calls are answered during the first refresh',
  },
  'prompt-for-password': { help: 'Accepted for compatibility; use --password or --password-file' },
  'hw-device-deriv-path': {
    takes: 'PATH',
    help: 'Accepted for compatibility; hardware wallets are not supported',
  },
  'allow-mismatched-daemon-version': {
    help: 'Accepted for compatibility; daemon versions are not compared',
  },
  'rpc-client-secret-key': {
    takes: 'KEY',
    help: 'Accepted for compatibility; payments for calls are not supported',
  },
  'bitmessage-address': {
    takes: 'URL',
    help: 'Accepted for compatibility; Bitmessage is not supported',
  },
  'bitmessage-login': {
    takes: 'NAME:PASSWORD',
    help: 'Accepted for compatibility; Bitmessage is not supported',
  },
  'extra-entropy': {
    takes: 'FILE',
    help: 'Accepted for compatibility; the randomness of the system is used',
  },
  'max-log-file-size': {
    takes: 'BYTES',
    help: 'Accepted for compatibility; --log-file is not rotated',
  },
  'max-log-files': { takes: 'N', help: 'Accepted for compatibility; --log-file is not rotated' },
  'shared-ringdb-dir': {
    takes: 'FOLDER',
    help: 'Accepted for compatibility; rings are stored in the wallet',
  },
}
