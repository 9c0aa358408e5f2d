/**
 * What the wallet has verified, in plain words. The facts come from the engine.
 *
 * @module
 * @see docs/trust.md
 */
import { showNumber } from '../languages/locale.svelte.ts'
import { plural, text } from '../languages/text.ts'
import { showAge } from '../format/time.ts'
import type { WalletClient } from '../client.ts'

export type Trust = Awaited<ReturnType<WalletClient['get_trust']>>

/** `none`: it does not apply here. */
export type Verdict = 'verified' | 'open' | 'wrong' | 'none'

export type Finding = {
  id: string
  title: string
  /** Undefined where there is nothing to verify. */
  verdict: Verdict | undefined
  text: string
  /** Further sentences. */
  more?: readonly string[]
  /** Why, in the words of the engine. */
  reason?: string | undefined
  /** A setting that changes it. */
  link?: { href: string; title: string }
}

export type Present = {
  trust: Trust
  /** All blocks of the node are scanned. */
  synced: boolean
  /** Proofs of work of scanned blocks are still to be checked. */
  checking: boolean
  topAge: number | undefined
  isRecent: boolean
  comparison: { agreedHeight?: bigint; disagreement?: string } | undefined
  /** Nodes behind the server that are compared; undefined while unknown. */
  compared: number | undefined
}

/** All findings, in the order of the screen. */
export const findings = (now: Present): Finding[] => [
  chain(now),
  history(now),
  work(now),
  oldBlocks(now),
  payments(now),
  others(now),
  newest(now),
  spending(),
]

function chain({ trust: { height, first_height } }: Present): Finding {
  const count = height > first_height ? height - first_height : 0n
  return {
    id: 'chain',
    title: text('Chain of blocks'),
    verdict: count > 0n ? 'verified' : 'open',
    text:
      count > 0n
        ? plural(count, [
            'The id of # block was computed from its content, and names the block before it.',
            'The ids of # blocks were computed from their content, and each block names the one before it. None is missing in between.',
          ])
        : text('No block is scanned yet.'),
  }
}

function history({ trust: { pinned_height, first_height } }: Present): Finding {
  const title = text('Known history')
  if (pinned_height === 0n)
    return {
      id: 'history',
      title,
      verdict: 'none',
      text: text('This program knows the history of mainnet only.'),
    }
  const pinned = showNumber(pinned_height)
  return {
    id: 'history',
    title,
    verdict: first_height < pinned_height ? 'verified' : 'none',
    text:
      first_height < pinned_height
        ? text(`Scanned blocks below ${pinned} have the ids that are part of this program.`)
        : text(`This program knows the blocks below ${pinned}. Your wallet begins above them.`),
  }
}

function work({ trust, checking }: Present): Finding {
  const title = text('Proof of work')
  const link = { href: '#/settings/work', title: text('Settings of proof of work') }
  if (trust.network === 'fakechain')
    return {
      id: 'work',
      title,
      verdict: 'none',
      text: text('Blocks of a private chain need no real work.'),
    }
  if (!trust.checks_work)
    return {
      id: 'work',
      title,
      verdict: 'open',
      text: text('It is not checked. A node could make up blocks at no cost.'),
      link,
    }
  return {
    id: 'work',
    title,
    verdict: checking ? 'open' : 'verified',
    text: checking
      ? text('The newest blocks are being checked.')
      : text(
          'Mining work was checked for the newest blocks, and for random ones among the others.',
        ),
    link,
  }
}

function oldBlocks({ trust }: Present): Finding {
  const { scan_feed: use, feed_problem, feed_not_compared } = trust
  const isCompared = (trust.feed_release_height ?? trust.feed_compared_height) !== undefined
  const words = {
    off: () => text('They are read as blocks. The scan feed is not used.'),
    unasked: () =>
      text(
        'Where the server has a scan feed, they are read from it. None were read since the wallet was opened.',
      ),
    absent: () => text('They are read as blocks. The server has no scan feed of them.'),
    read: () =>
      isCompared
        ? text(
            'They come from the scan feed of the server. Random blocks were compared with whole ones.',
          )
        : text(
            'They come from the scan feed of the server. Random blocks were compared with whole ones, but a single payment could still be changed or hidden.',
          ),
    refused: () => text('They are read as blocks: the scan feed of the server is wrong.'),
  }
  const verdicts: Partial<Record<typeof use, Verdict>> = { read: 'open', refused: 'wrong' }
  return {
    id: 'old-blocks',
    title: text('Old blocks'),
    verdict: verdicts[use],
    text: words[use](),
    more: use === 'read' ? comparedFeeds(trust) : [],
    reason: feed_problem ?? feed_not_compared,
    link: { href: '#/settings/scan-feed', title: text('Settings of the scan feed') },
  }
}

/** With what the files of the scan feed were compared. */
function comparedFeeds({
  feed_release_height: release,
  feed_compared_with: server,
  feed_compared_height: same,
  feed_not_compared: problem,
}: Trust): string[] {
  const sentences = []
  if (release !== undefined)
    sentences.push(text(`Below block ${showNumber(release)}, this release confirms their files.`))
  if (server !== undefined && same !== undefined)
    sentences.push(text(`Below block ${showNumber(same)}, ${server} has the same files.`))
  if (server !== undefined && problem !== undefined)
    sentences.push(
      same === undefined
        ? text(`${server} was not compared.`)
        : text(`Above, ${server} was not compared.`),
    )
  if (sentences.length === 0) sentences.push(text('They were compared with no second source.'))
  return sentences
}

function payments({
  trust: { payments: count, unverified_payments: unverified, pinned_payments: pinned },
}: Present) {
  const finding = { id: 'payments', title: text('Received payments') }
  if (count === 0)
    return { ...finding, verdict: 'none' as const, text: text('There are none in blocks yet.') }
  if (unverified === 0)
    return {
      ...finding,
      verdict: 'verified' as const,
      text: plural(count, [
        'The transaction of # payment has the id that its block names.',
        'The transactions of # payments have the ids that their blocks name.',
      ]),
    }
  return {
    ...finding,
    verdict: 'open' as const,
    text: plural(unverified, [
      '# payment was not compared with the whole block. Until then, the node could have changed its amount.',
      '# payments were not compared with their whole blocks. Until then, the node could have changed their amounts.',
    ]),
    more:
      pinned === 0
        ? []
        : [
            plural(pinned, [
              'A second source has the same file for # of them: the server alone could not have changed it.',
              'A second source has the same files for # of them: the server alone could not have changed them.',
            ]),
          ],
    link: { href: '#/settings/history-check', title: text('Verify all payments') },
  }
}

function others({ trust: { node }, comparison, compared }: Present): Finding {
  const finding = { id: 'others', title: text('Other nodes') }
  if (comparison?.disagreement)
    return {
      ...finding,
      verdict: 'wrong',
      text: text('Two nodes show different blocks. Nothing is sent until they agree.'),
    }
  const agreedHeight = comparison?.agreedHeight
  if (agreedHeight !== undefined)
    return {
      ...finding,
      verdict: 'verified',
      text: text(`Another node has the same block at height ${showNumber(agreedHeight)}.`),
    }
  if (compared === 0 || node !== '')
    return {
      ...finding,
      verdict: 'open',
      text: text('Your blocks are not compared with another node: this server knows no other one.'),
    }
  return { ...finding, verdict: 'open', text: text('Your blocks were not compared yet.') }
}

function newest({ synced, topAge, isRecent }: Present): Finding {
  const finding = { id: 'newest', title: text('Newest block') }
  if (!synced || topAge === undefined)
    return { ...finding, verdict: 'open', text: text('Not all blocks of the node are scanned.') }
  const age = showAge(topAge)
  return isRecent
    ? { ...finding, verdict: 'verified', text: text(`It is recent: its age is ${age}.`) }
    : {
        ...finding,
        verdict: 'open',
        text: text(`Its age is ${age}. The node may have stopped, or hide newer blocks.`),
      }
}

const spending = (): Finding => ({
  id: 'spending',
  title: text('Your payments'),
  verdict: 'verified',
  text: text(
    'Each payment is checked before it leaves: its ring contains your own output unchanged, and its fee is one that the chain explains.',
  ),
})
