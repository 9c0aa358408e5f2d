/**
 * Flags of monerod for the private chain, and one of our own.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { numberOf, type Flags, type Given } from '../flags/flags.ts'
import { parseNodeAddress } from '../../proxy/node/calls/node-address.ts'
import { NodeRpcError } from '../../proxy/node/calls/errors.ts'
import type { NodeContext } from '../../proxy/node/context.ts'
import { ProgramError } from '../process/program-error.ts'

export const chainFlags = {
  'start-mining': { takes: 'ADDRESS', help: 'Mine for this address from the start' },
  'mining-threads': { takes: 'N', help: 'Mining threads; default 1' },
  'bg-mining-enable': { help: 'Mine only while the machine is idle' },
  'bg-mining-ignore-battery': { help: 'Mine on battery power too' },
  'randomx-idle-time': {
    takes: 'SECONDS',
    help: 'Free a RandomX seed, 260 MB, after this time without use; default 120',
  },
  'prune-blockchain': { help: 'Delete the data that old transactions no longer need' },
  'keep-alt-blocks': { help: 'Keep alternative blocks after a restart' },
  'max-txpool-weight': {
    takes: 'BYTES',
    help: 'Maximum weight of the transaction pool; default 648000000',
  },
  'ban-list': { takes: 'FILE', help: 'File with banned hosts and subnets, one per line' },
  'block-notify': { takes: 'COMMAND', help: 'Run for each new block; %s is its id' },
  'reorg-notify': {
    takes: 'COMMAND',
    help: 'Run after a reorganisation; %s split height, %h height, %n new, %d discarded blocks',
  },
  'bootstrap-daemon-address': {
    takes: 'ADDRESS',
    mayBeEmpty: true,
    help: 'Node that answers while it is far ahead of this one',
  },
  'bootstrap-daemon-login': {
    takes: 'NAME:PASSWORD',
    mayBeEmpty: true,
    help: 'Login for the bootstrap node',
  },
  'bootstrap-daemon-proxy': {
    takes: 'IP:PORT',
    mayBeEmpty: true,
    help: 'SOCKS proxy for the bootstrap node',
  },
  proxy: {
    takes: 'IP:PORT',
    mayBeEmpty: true,
    help: 'SOCKS proxy for all bootstrap nodes; takes precedence',
  },
} as const satisfies Flags

type ChainGiven = Given<typeof chainFlags>

/** A day. */
const longestIdleTime = 86_400

/** How long an unused RandomX seed is kept, in milliseconds; undefined for the default. @throws {UsageError} */
export function randomXIdleMsOf(given: ChainGiven): number | undefined {
  const seconds = given['randomx-idle-time']
  if (seconds === undefined) return undefined
  return 1000 * numberOf('randomx-idle-time', seconds, longestIdleTime)
}

/** Applies the flags. @throws Failure that names the wrong flag. */
export async function applyChainFlags(context: NodeContext, given: ChainGiven): Promise<void> {
  banListed(context, given['ban-list'])
  setBootstrap(context, given)
  if (given['prune-blockchain']) context.chain.prune()
  await startMining(context, given)
}

/** @see monero src/p2p/net_node.inl handle_command_line */
function banListed({ state }: NodeContext, file: string | undefined) {
  if (file === undefined) return
  if (!existsSync(file))
    throw new ProgramError(`Can't find ban list file ${file} - No such file or directory`)
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const address = line.replace(/#.*/, '').trim()
    if (address !== '' && !state.bans.setForEver(address))
      console.error(`Invalid IP address or IPv4 subnet: ${address}`)
  }
}

/** @see monero src/rpc/core_rpc_server.cpp core_rpc_server::set_bootstrap_daemon */
function setBootstrap({ bootstrap }: NodeContext, given: ChainGiven) {
  const login = given['bootstrap-daemon-login'] ?? ''
  const colon = login.indexOf(':')
  try {
    bootstrap.set({
      address: given['bootstrap-daemon-address'] ?? '',
      // A text without a colon is no login.
      username: colon < 0 ? '' : login.slice(0, colon),
      password: colon < 0 ? '' : login.slice(colon + 1),
      proxy: given['bootstrap-daemon-proxy'] ?? '',
    })
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    throw new ProgramError(
      '--bootstrap-daemon-address or --bootstrap-daemon-proxy is not a valid address',
    )
  }
}

/** @see monero src/cryptonote_basic/miner.cpp miner::init */
async function startMining(context: NodeContext, given: ChainGiven) {
  const payee = given['start-mining']
  if (payee === undefined) return
  const address = parseNodeAddress(context, payee)
  if (!address || address.kind === 'subaddress')
    throw new ProgramError(
      `Target account address ${payee} has wrong format, starting daemon canceled`,
    )
  const started = await context.miner.start({
    address,
    threads: numberOf(
      'mining-threads',
      given['mining-threads'] ?? '1',
      context.miner.mostThreads(),
    ),
    background: given['bg-mining-enable'] === true,
    ignoreBattery: given['bg-mining-ignore-battery'] === true,
  })
  if (!started) throw new ProgramError('--start-mining: this machine cannot mine')
}
