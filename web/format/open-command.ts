/**
 * The command with which monero-wallet-cli opens a key file.
 *
 * @module
 */
import { quoted } from './shell.ts'

const networkFlags: { readonly [network: string]: string } = {
  testnet: ' --testnet',
  stagenet: ' --stagenet',
}

/** @param name - Of the file, without `.keys`. */
export function openCommand(name: string, rounds: number, network: string | undefined): string {
  const flags = networkFlags[network ?? ''] ?? ''
  const hashing = rounds === 1 ? '' : ` --kdf-rounds ${rounds}`
  return `monero-wallet-cli${flags} --wallet-file ${quoted(name)}${hashing}`
}
