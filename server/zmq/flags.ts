/**
 * Flags of monerod for its ZeroMQ publisher.
 *
 * @module
 * @see monero src/daemon/command_line_args.h arg_zmq_pub, arg_zmq_rpc_disabled
 */
import { listOf, UsageError } from '#protocol/settings.ts'
import type { Flags, Given } from '../flags/flags.ts'

export const zmqFlags = {
  'zmq-pub': {
    takes: 'ADDRESS',
    mayRepeat: true,
    help: 'Publish blocks, miner data and new transactions by ZeroMQ at tcp://IP:PORT or ipc://PATH',
  },
  'no-zmq': { help: 'Publish nothing, even with --zmq-pub' },
} as const satisfies Flags

/** The addresses to publish at; none with `--no-zmq`. @throws {UsageError} */
export function zmqAddressesOf(given: Given<typeof zmqFlags>): string[] {
  if (given['no-zmq']) return []
  const addresses = listOf(given['zmq-pub'])
  addresses.forEach((address, index) => {
    if (isAddress(address)) return
    const place = addresses.length > 1 ? ` (number ${index + 1})` : ''
    throw new UsageError(
      `--zmq-pub${place}: expected tcp://IP:PORT or ipc://PATH, such as tcp://127.0.0.1:18083, got ${address}`,
    )
  })
  return addresses
}

// An interface may stand in place of an IP, and * for every one. ZeroMQ resolves no names here.
const tcp = /^tcp:\/\/(?:\*|[\w.-]+|\[[\da-f:.]+(?:%\w+)?\]):(\*|\d{1,5})$/i
const ipc = /^ipc:\/\/./

function isAddress(address: string): boolean {
  const port = tcp.exec(address)?.[1]
  return port === undefined ? ipc.test(address) : port === '*' || Number(port) <= 65_535
}
