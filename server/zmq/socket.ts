/**
 * The ZeroMQ socket of the publisher.
 *
 * @module
 * @see monero src/rpc/zmq_server.cpp ZmqServer::init_pub
 */
import { lstatSync } from 'node:fs'
import { errorCode } from '../process/error-code.ts'
import { ProgramError } from '../process/program-error.ts'

export type ZmqSocket = {
  /** The addresses, with the ports that the system has chosen for `*`. */
  endpoints: readonly string[]
  send: (message: string) => void
  close: () => void
}

/** Bytes of the longest message of a client, which holds the beginning of a topic. */
const longestSubscription = 4096

/** How long messages to slow clients are kept at the end, as in monerod. */
const lingerMs = 2000

/**
 * Opens a socket at all addresses. Clients that do not read in time lose messages.
 *
 * @param subscribed - Receives 1 or 0, then the beginning of the topics that a client wants or no longer wants.
 * @param report - Receives bugs.
 * @throws ProgramError that names the address.
 */
export async function openZmqSocket(
  addresses: readonly string[],
  subscribed: (message: Uint8Array) => void,
  report: (error: unknown) => void,
): Promise<ZmqSocket> {
  const { XPublisher } = await loadZeroMq()
  const socket = new XPublisher({
    linger: lingerMs,
    maxMessageSize: longestSubscription,
    ipv6: addresses.some((address) => address.startsWith('tcp://[')),
  })
  const endpoints: string[] = []
  try {
    for (const address of addresses) {
      checkFile(address)
      await socket.bind(address)
      endpoints.push(socket.lastEndpoint ?? address)
    }
  } catch (error) {
    socket.close()
    throw error instanceof ProgramError ? error : bindError(addresses[endpoints.length]!, error)
  }
  void readSubscriptions(socket, subscribed).catch(report)
  return {
    endpoints,
    // Resolves at once: for a client that is too slow, the socket drops the message.
    send: (message) => void socket.send(message).catch(report),
    close: () => socket.close(),
  }
}

/** Loaded only here: a node that publishes nothing does not need the package. */
async function loadZeroMq() {
  try {
    return await import('zeromq')
  } catch (error) {
    throw new ProgramError(
      `--zmq-pub needs the package zeromq, which cannot be loaded on this system: ${String(error)}`,
    )
  }
}

/** Ends when the socket is closed. */
async function readSubscriptions(
  socket: AsyncIterable<readonly Uint8Array[]>,
  subscribed: (message: Uint8Array) => void,
): Promise<void> {
  for await (const [message] of socket) if (message) subscribed(message)
}

/** ZeroMQ removes the file at the path of its socket, whatever it is. */
function checkFile(address: string): void {
  const path = /^ipc:\/\/(.+)$/.exec(address)?.[1]
  const found = path === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isSocket())
    throw new ProgramError(`--zmq-pub ${address}: expected a socket or no file, got another file`)
}

function bindError(address: string, error: unknown): ProgramError {
  const code = errorCode(error) ?? ''
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error))
  return new ProgramError(`--zmq-pub ${address}: ${reason}`)
}

const reasons: { readonly [code: string]: string } = {
  EADDRINUSE: 'the address is in use; choose another one',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENODEV: 'this machine does not have that address',
  EACCES: 'no permission to listen there',
  ENOENT: 'the folder of the socket is missing',
  ENAMETOOLONG: 'the path is too long for a socket',
}
