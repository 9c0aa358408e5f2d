/**
 * Flags of monerod that a chain of our own begins with.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { numberOf, type Flags, type Given } from '../flags/flags.ts'
import { parseNodeAddress } from '../../proxy/node/calls/node-address.ts'
import { NodeRpcError } from '../../proxy/node/calls/errors.ts'
import type { NodeContext } from '../../proxy/node/context.ts'
import { Failure } from '../process/failure.ts'

export const chainFlags = {
  'start-mining': { takes: 'ADDRESS', help: 'Mine for it from the start.' },
  'mining-threads': { takes: 'N', help: 'With so many threads; 1.' },
  'bg-mining-enable': { help: 'Only while the machine is idle.' },
  'bg-mining-ignore-battery': { help: 'On battery too.' },
  'prune-blockchain': { help: 'Drop what is not needed to verify the newest blocks.' },
  'keep-alt-blocks': { help: 'Keep blocks beside the main chain from start to start.' },
  'max-txpool-weight': { takes: 'BYTES', help: 'Of all that waits for a block; 648000000.' },
  'ban-list': { takes: 'FILE', help: 'Hosts and subnets that are banned, one a line.' },
  'block-notify': { takes: 'COMMAND', help: 'Run for each new block; %s is its id.' },
  'reorg-notify': {
    takes: 'COMMAND',
    help: 'Run when the chain changes; %s split height, %h height, %n new, %d discarded blocks.',
  },
  'bootstrap-daemon-address': {
    takes: 'ADDRESS',
    mayBeEmpty: true,
    help: 'Node that answers while it is far ahead.',
  },
  'bootstrap-daemon-login': { takes: 'NAME:PASSWORD', mayBeEmpty: true, help: 'Its login.' },
  'bootstrap-daemon-proxy': {
    takes: 'IP:PORT',
    mayBeEmpty: true,
    help: 'SOCKS proxy through which it is reached.',
  },
  proxy: {
    takes: 'IP:PORT',
    mayBeEmpty: true,
    help: 'SOCKS proxy for every bootstrap node, before any other.',
  },
} as const satisfies Flags

type OwnGiven = Given<typeof chainFlags>

/** Does what the flags ask for. @throws Failure naming the one that cannot be meant. */
export async function applyChainFlags(context: NodeContext, given: OwnGiven): Promise<void> {
  banListed(context, given['ban-list'])
  setBootstrap(context, given)
  if (given['prune-blockchain']) context.chain.prune()
  await startMining(context, given)
}

/** @see monero src/p2p/net_node.inl handle_command_line */
function banListed({ state }: NodeContext, file: string | undefined) {
  if (file === undefined) return
  if (!existsSync(file))
    throw new Failure(`Can't find ban list file ${file} - No such file or directory`)
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const address = line.replace(/#.*/, '').trim()
    if (address !== '' && !state.bans.setForEver(address))
      console.error(`Invalid IP address or IPv4 subnet: ${address}`)
  }
}

/** @see monero src/rpc/core_rpc_server.cpp core_rpc_server::set_bootstrap_daemon */
function setBootstrap({ bootstrap }: NodeContext, given: OwnGiven) {
  const login = given['bootstrap-daemon-login'] ?? ''
  const colon = login.indexOf(':')
  try {
    bootstrap.set({
      address: given['bootstrap-daemon-address'] ?? '',
      // Without a colon it is none.
      username: colon < 0 ? '' : login.slice(0, colon),
      password: colon < 0 ? '' : login.slice(colon + 1),
      proxy: given['bootstrap-daemon-proxy'] ?? '',
    })
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    throw new Failure('--bootstrap-daemon-address or --bootstrap-daemon-proxy is no address')
  }
}

/** @see monero src/cryptonote_basic/miner.cpp miner::init */
async function startMining(context: NodeContext, given: OwnGiven) {
  const payee = given['start-mining']
  if (payee === undefined) return
  const address = parseNodeAddress(context, payee)
  if (!address || address.kind === 'subaddress')
    throw new Failure(`Target account address ${payee} has wrong format, starting daemon canceled`)
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
  if (!started) throw new Failure('--start-mining: this host cannot mine')
}
