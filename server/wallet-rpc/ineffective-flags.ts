/**
 * Flags of monero-wallet-rpc that mean nothing here. A script that starts it may give them all the same.
 * Those that a person relies on for safety are not among them: they act, or are refused.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp options, src/wallet/wallet_args.cpp, src/rpc/rpc_args.cpp
 */
import type { Flags } from '../flags/flags.ts'

export const ineffectiveFlags: Flags = {
  'disable-rpc-ban': { help: 'Accepted; it bans nobody' },
  'rpc-max-connections': { takes: 'N', help: 'Accepted; it does not count them' },
  'rpc-max-connections-per-public-ip': { takes: 'N', help: 'Accepted; as above' },
  'rpc-max-connections-per-private-ip': { takes: 'N', help: 'Accepted; as above' },
  'rpc-response-soft-limit': { takes: 'BYTES', help: 'Accepted; as above' },
  'rpc-restricted-bind-ip': { takes: 'IP', help: 'Accepted; there is no second port' },
  'rpc-restricted-bind-ipv6-address': { takes: 'IP', help: 'Accepted; as above' },
  'no-initial-sync': { help: 'Accepted; it answers from the start, and refreshes meanwhile' },
  'prompt-for-password': { help: 'Accepted; it never asks: --password or --password-file' },
  'hw-device-deriv-path': { takes: 'PATH', help: 'Accepted; it knows no devices' },
  'allow-mismatched-daemon-version': {
    help: 'Accepted; it checks what a daemon says, not its version',
  },
  'rpc-client-secret-key': { takes: 'KEY', help: 'Accepted; no node is paid for calls' },
  'bitmessage-address': { takes: 'URL', help: 'Accepted; it sends no messages' },
  'bitmessage-login': { takes: 'NAME:PASSWORD', help: 'Accepted; as above' },
  'extra-entropy': { takes: 'FILE', help: "Accepted; the system's randomness is enough" },
  'max-log-file-size': { takes: 'BYTES', help: 'Accepted; --log-file grows' },
  'max-log-files': { takes: 'N', help: 'Accepted; as above' },
  'shared-ringdb-dir': { takes: 'FOLDER', help: 'Accepted; it keeps rings in the wallet' },
}
