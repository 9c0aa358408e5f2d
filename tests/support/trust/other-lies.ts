/**
 * Lies that need a wallet of their own, and the tests that send them.
 *
 * @module
 */
export type OtherLie = {
  /** What the daemon does, for the table. */
  claim: string
  /** What the wallet does. */
  result: string
  /** What the user sees; empty where nothing is to be done. `…` as in other tables. */
  text: string
  /** The test, below `tests/`. */
  test: string
}

const contents = 'interop/trust/contents.test.ts'
const history = 'interop/verify-history.test.ts'
const ledger = 'interop/trust/ledger.test.ts'
const branches = 'interop/trust/branches.test.ts'
const pins = 'interop/trust/pinned-history.test.ts'
const work = 'interop/trust/work.test.ts'
const hashes = 'interop/trust/proof-of-work.test.ts'
const compared = 'interop/trust/compared-nodes.test.ts'
const feeds = 'interop/feed/compared.test.ts'

export const otherLies: readonly OtherLie[] = [
  {
    claim: 'received amounts above the supply',
    result: 'refused, and nothing more is requested from this daemon',
    text: 'the wallet would hold … piconero, and at most … exist at height …. Nothing more is requested from this daemon: choose another one',
    test: contents,
  },
  {
    claim: 'a reorganisation that removes a frozen output for a while',
    result: 'the output is frozen when it is found again',
    text: '',
    test: branches,
  },
  {
    claim: 'an output with the key of a known one',
    result: 'warning',
    text: 'An output has the same key as another one of yours',
    test: ledger,
  },
  {
    claim: 'a foreign transaction that spends an output of the wallet',
    result: 'warning',
    text: 'A transaction that was not made here spends your funds',
    test: ledger,
  },
  {
    claim: 'no new block for more than 30 minutes',
    result: 'not “Up to date”',
    text: 'No recent blocks',
    test: 'e2e/stale-tip.test.ts',
  },
  {
    claim: 'false blocks below the release height of mainnet',
    result: 'removed down to the last proven block',
    text: 'blocks … to … of daemon … are not those of …; choose another daemon',
    test: pins,
  },
  {
    claim: 'a branch below proven blocks',
    result: 'refused',
    text: 'block … of daemon … is not the one of …; choose another daemon',
    test: pins,
  },
  {
    claim:
      'headers with a difficulty far below that of the newest checkpoint, or timestamps that lead to one',
    result: 'refused',
    text: 'difficulty … of block … is less than a quarter of the difficulty at the newest checkpoint; choose another daemon',
    test: work,
  },
  {
    claim: 'a branch with more blocks and less work',
    result: 'refused',
    text: 'its branch from block … on has work …, and the blocks of the wallet have …: choose another daemon, or mark it as trusted if it is your own',
    test: work,
  },
  {
    claim: 'a few blocks in place of many',
    result: 'the wallet keeps its blocks; an error after ten minutes',
    text: 'its branch from block … on has work …, and the blocks of the wallet have …: choose another daemon, or mark it as trusted if it is your own',
    test: branches,
  },
  {
    claim: 'a branch that shows more work, and then other blocks',
    result: 'refused',
    text: 'block … is not the one that it sent a moment before; refresh again, or choose another daemon',
    test: branches,
  },
  {
    claim: 'headers whose difficulties are not the differences of their sums',
    result: 'refused',
    text: 'the difficulty in the header of block … contradicts its sum',
    test: work,
  },
  {
    claim: 'headers that are no chain, or not that of the next block',
    result: 'refused',
    text: 'the header of block … does not follow the one before',
    test: work,
  },
  {
    claim: 'the transaction of a stranger with the content of a payment to the wallet',
    result: 'removed when the block is read whole',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: contents,
  },
  {
    claim: 'a payment with a larger amount, another payment id, or without its time lock',
    result: 'removed when the block is read whole',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: contents,
  },
  {
    claim: 'a payment that is hidden',
    result: 'removed when the block is read whole',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: contents,
  },
  {
    claim: 'a spend that the transaction does not contain',
    result: 'removed when the block is read whole',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: contents,
  },
  {
    claim: 'a false payment in an old block',
    result: 'not yet verified; removed after Verify now',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: contents,
  },
  {
    claim: 'a false transaction by an earlier daemon',
    result: 'removed, and the new daemon is not accused',
    text: 'an earlier daemon was wrong: transaction …',
    test: contents,
  },
  {
    claim: 'a whole block with another transaction',
    result: 'refused, and the payment stays unverified',
    text: 'transaction … of block … is not the one the block names',
    test: 'interop/whole-blocks.test.ts',
  },
  {
    claim: 'a pruned transaction in a whole block',
    result: 'refused',
    text: 'a transaction of a whole block is pruned',
    test: contents,
  },
  {
    claim: 'another block when one payment is verified',
    result: 'it proves nothing',
    text: 'the blocks of the daemon changed: refresh and try again',
    test: contents,
  },
  {
    claim: 'a newest block without proof of work',
    result: 'removed with its payments',
    text: 'block … has no proof of work for its difficulty; no block from … on is used, choose another daemon',
    test: hashes,
  },
  {
    claim: 'the same block once more',
    result: 'refused before it is applied',
    text: 'block … has no proof of work for its difficulty; no block from … on is used, choose another daemon',
    test: hashes,
  },
  {
    claim: 'a long chain without work before its newest blocks',
    result: 'found by random samples, and removed',
    text: 'block … has no proof of work for its difficulty; no block from … on is used, choose another daemon',
    test: hashes,
  },
  {
    claim: 'another chain than a compared daemon',
    result: 'nothing is sent',
    text: 'daemon … and daemon … disagree: block … is … at the first and … at the second. Nothing is sent until they agree',
    test: compared,
  },
  {
    claim: 'fees that differ by a tenth from those of a compared daemon',
    result: 'nothing is sent',
    text: 'daemon … and daemon … disagree: a byte costs … piconero at the first and … at the second',
    test: compared,
  },
  {
    claim: 'blocks that never end, so that nothing is compared',
    result: 'compared before the payment',
    text: 'daemon … and daemon … disagree: block … is … at the first and … at the second. Nothing is sent until they agree',
    test: compared,
  },
  {
    claim: 'the content of another transaction, behind a proxy that fills in hashes',
    result: 'refused',
    text: 'transaction … is not the one the block names',
    test: 'interop/proxy/filled-blocks.test.ts',
  },
  {
    claim: 'several outputs of one transaction that are together above the supply',
    result: 'refused, and nothing more is requested from this daemon',
    text: 'the wallet would hold … piconero, and at most … exist at height …. Nothing more is requested from this daemon: choose another one',
    test: contents,
  },
  {
    claim: 'a transaction of version 1 that pays more than it spends',
    result: 'refused',
    text: 'a transaction of block … has a fee of … piconero',
    test: 'worker/engine/scan/emission.test.ts',
  },
  {
    claim: 'a branch without an end',
    result: 'refused after 20 480 blocks',
    text: 'its branch from block … on has work …, and the blocks of the wallet have …: choose another daemon, or mark it as trusted if it is your own',
    test: 'poc/endless-branch.test.ts',
  },
  {
    claim: 'a block with thousands of keys and outputs, made to exhaust the memory of wallets',
    result: 'scanned with bounded memory; its payments are found',
    text: '',
    test: 'interop/poison.test.ts',
  },
  {
    claim: 'a transaction that is heavier than consensus allows',
    result: 'refused',
    text: 'transaction … of block … has … bytes, and its weight may be at most 149400',
    test: contents,
  },
  {
    claim: 'a transaction with more outputs than a range proof covers',
    result: 'refused',
    text: 'transaction … of block … has 17 outputs, and one range proof covers at most 16',
    test: contents,
  },
  {
    claim: 'a pool transaction that is heavier than consensus allows',
    result: 'refused',
    text: 'pool transaction … has … bytes, and its weight may be at most 149400',
    test: contents,
  },
  {
    claim: 'a block of more than 30 MB',
    result: 'refused',
    text: 'block … has … bytes, and its weight may be at most 30000000',
    test: 'worker/engine/scan/weight-limits.test.ts',
  },
  {
    claim: 'a false or hidden payment in an old block, while all payments are verified',
    result: 'removed, or found when the block is read whole; the range continues',
    text: 'transaction … of block … is not the one that the block names. What it paid was removed, and the block is read again; choose another daemon',
    test: history,
  },
  {
    claim: 'another transaction in an old whole block, while all payments are verified',
    result: 'refused, and the range waits there',
    text: 'transaction … of block … is not the one the block names',
    test: history,
  },
  {
    claim: 'an invented block, while a payment of more than two weeks ago is verified alone',
    result: 'not requested; “Verify all payments” binds each block to the chain',
    text: 'the wallet keeps no id of block …, so it cannot be verified alone: verify all payments instead',
    test: 'poc/whole-blocks.test.ts',
  },
  {
    claim: 'old blocks of another chain, whose ids the wallet no longer stores',
    result: 'refused, and nothing is verified',
    text: 'block … is not the one that block … names',
    test: history,
  },
  {
    claim: 'a scan feed that hides a payment, while a second server is compared',
    result: 'refused before a row is used, and blocks are read; **Node and trust** says why',
    text: 'the complete chunk from block …: … has … of … bytes, … has … of … bytes',
    test: feeds,
  },
  {
    claim: 'a scan feed with other chunks than those of the release',
    result: 'refused before a row is used, and blocks are read; **Node and trust** says why',
    text: 'the complete chunk from block …: … has … of … bytes, this release has …',
    test: feeds,
  },
  {
    claim: 'an honest scan feed, and the second server sends digests of another one',
    result: 'blocks are read: the wallet cannot know which of the two is false',
    text: 'the complete chunk from block …: … has … of … bytes, … has … of … bytes',
    test: feeds,
  },
]
