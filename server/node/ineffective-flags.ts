/**
 * Flags of monerod without effect in `nightjar-node`. They concern peers, RPC by ZeroMQ, DNS, logs, payments
 * for calls, or the database. They are accepted, so that a script that starts monerod works unchanged.
 *
 * All flags of 0.18.0.0, and the two that 0.18.5 adds.
 *
 * @see monero src/daemon/main.cpp, src/daemon/command_line_args.h, src/p2p/net_node.cpp
 * @module
 */
import type { Flags } from '../flags/flags.ts'

const switches = `
  allow-local-ip confirm-zmq-rpc-external-bind db-salvage disable-dns-checkpoints
  disable-rpc-ban enable-dns-blocklist enforce-dns-checkpointing fluffy-blocks hide-my-port
  no-fluffy-blocks no-igd no-sync p2p-ignore-ipv4 p2p-use-ipv6
  pad-transactions proxy-allow-dns-leaks public-node restricted-zmq-rpc
  rpc-payment-allow-free-loopback stagenet
  sync-pruned-blocks test-drop-download testnet`

const valued = `
  add-exclusive-node add-peer add-priority-node anonymous-inbound bg-mining-idle-threshold
  bg-mining-min-idle-interval bg-mining-miner-target block-download-max-size block-rate-notify
  block-sync-size check-updates db-sync-mode extra-messages-file fast-block-sync igd in-peers
  limit-rate limit-rate-down limit-rate-up log-file log-level max-concurrency
  max-connections-per-ip max-log-file-size max-log-files out-peers p2p-bind-ip
  p2p-bind-ipv6-address p2p-bind-port p2p-bind-port-ipv6 p2p-external-port prep-blocks-threads
  rpc-payment-address rpc-payment-credits rpc-payment-difficulty rpc-response-soft-limit
  seed-node show-time-stats test-dbg-lock-sleep test-drop-download-height tos-flag tx-proxy
  zmq-rpc-bind-ip zmq-rpc-bind-port`

const help = 'Accepted for compatibility; no effect'
const words = (text: string) => text.trim().split(/\s+/)

/** By their names. */
export const ineffectiveFlags: Flags = Object.fromEntries([
  ...words(switches).map((name) => [name, { help }] as const),
  ...words(valued).map((name) => [name, { takes: 'VALUE', mayBeEmpty: true, help }] as const),
])
