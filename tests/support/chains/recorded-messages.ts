/**
 * Messages of the ZeroMQ publisher of a real monerod, and what they are about.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import recorded from '../../vectors/zmq/messages.json' with { type: 'json' }

export const recordedMessages = {
  blocks: recorded.blocks.map(({ height, blob }) => ({
    height: BigInt(height),
    blob: hexToBytes(blob),
  })),
  transactions: recorded.transactions.map(({ id, blob }) => ({ id, blob: hexToBytes(blob) })),
  messages: recorded.messages,
}

/** A message without the member that monerod 0.18.0.0 does not have yet. */
export const asBefore = (message: string): string => message.replaceAll(/"clsags":\[.*?\}\],/g, '')
