import { text } from '../languages/text.ts'

/** The name of a network for the user. Nodes can send any text. */
export function showNetwork(network: string): string {
  if (network === 'mainnet') return text('Monero')
  if (network === 'fakechain') return text('Private chain')
  if (network === 'testnet') return text('Testnet')
  return network === 'stagenet' ? text('Stagenet') : text('unknown')
}
