import { bool, choice, text, u32, u64 } from '#protocol/fields.ts'
import { isPinned, isUnverified } from '../../engine/ledger/transfer-view.ts'
import { hostMethod } from '../method.ts'

export const get_trust = hostMethod({
  summary: 'What the wallet has verified of its chain, and what it takes from its node',
  params: {},
  result: {
    node: text.describe('Address of the node; empty for the node of the page.'),
    trusted: bool.describe('Whether the node is marked as trusted: less is checked.'),
    network: choice('mainnet', 'testnet', 'stagenet', 'fakechain'),
    height: u64.describe('Scanned blocks.'),
    first_height: u64.describe('Lowest block whose id is stored.'),
    pinned_height: u64.describe(
      'Blocks below have ids that are part of this program; 0 for a network without them.',
    ),
    checks_work: bool.describe('Whether proofs of work of new blocks are checked.'),
    whole_blocks: bool.describe('Whether the newest blocks are requested whole.'),
    scan_feed: choice('off', 'unasked', 'absent', 'read', 'refused').describe(
      'Where old blocks come from: off: from blocks, by choice or because the spend key is locked away; unasked: no ' +
        'old blocks were missing yet; absent: from blocks, because the node has no scan feed of them; read: from the ' +
        'scan feed; refused: from blocks, because the feed is false.',
    ),
    feed_problem: text.optional().describe('Why the scan feed is refused.'),
    feed_release_height: u64
      .optional()
      .describe(
        'Blocks that were read from the scan feed below this height have digests of this release.',
      ),
    feed_compared_with: text.optional().describe('Address of the second server that was asked.'),
    feed_compared_height: u64
      .optional()
      .describe('Blocks that were read below this height are the same at the second server.'),
    feed_not_compared: text
      .optional()
      .describe('Why the second server is not compared, or only up to that height.'),
    payments: u32.describe('Received payments in blocks.'),
    unverified_payments: u32.describe(
      'Those of which no whole transaction was compared with its block.',
    ),
    pinned_payments: u32.describe(
      'Those of them whose file of the scan feed is confirmed by this release or a second server.',
    ),
  },
  errors: ['NOT_OPEN'],

  run({ wallet, service }) {
    const { ports, store, chain, network, daemonAddress, sync } = wallet
    const received = [...store.received.values()]
    const { use, problem, comparison: { releaseTo, second } = {} } = sync.scanFeed
    const trusted = daemonAddress?.trusted ?? false
    return {
      node: daemonAddress?.address ?? '',
      trusted,
      network,
      height: chain.height,
      first_height: chain.first,
      pinned_height: ports.pinnedBlocks.heightOf(network),
      // The rules of RandomX and of the difficulties do not apply to a private chain.
      checks_work: network !== 'fakechain' && !trusted && service.ports.workHasher?.isOn === true,
      whole_blocks: service.wholeBlocks,
      scan_feed: use,
      feed_problem: problem,
      feed_release_height: releaseTo,
      feed_compared_with: second?.name,
      feed_compared_height: second?.sameTo,
      feed_not_compared: second?.problem,
      payments: received.length,
      unverified_payments: received.filter(isUnverified).length,
      pinned_payments: received.filter(isPinned).length,
    }
  },
})
