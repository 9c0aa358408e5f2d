/**
 * Lies of other tests, most of them with a lying daemon in the process of the wallet.
 *
 * @module
 */
export type OtherLie = {
  /** What the daemon does, for the table. */
  claim: string
  /** What the wallet does. */
  result: string
  /** What the person sees; empty where nothing is to be done. */
  text: string
  /** The test, below `tests/`. */
  test: string
}

const claims = 'poc/chain-claims.test.ts'
const warnings = 'poc/chain-claims-warnings.test.ts'
const pins = 'poc/pinned-history.test.ts'
const work = 'poc/work.test.ts'
const branches = 'poc/reorganisations.test.ts'
const counts = 'poc/output-counts.test.ts'

export const otherLies: readonly OtherLie[] = [
  {
    claim: 'a private chain as long as mainnet, for a wallet of mainnet',
    result: 'refused',
    text: 'it reports a private chain of … blocks',
    test: claims,
  },
  {
    claim: 'received amounts above the supply',
    result: 'refused',
    text: 'the wallet would hold … piconero, and at most … exist',
    test: claims,
  },
  {
    claim: 'a reorganisation that removes a frozen output for a while',
    result: 'the output is frozen when it is found again',
    text: '',
    test: claims,
  },
  {
    claim: 'an output with the key of a known one',
    result: 'warning',
    text: 'An output has the same key as another one of yours',
    test: warnings,
  },
  {
    claim: 'a foreign transaction that spends an output of the wallet',
    result: 'warning',
    text: 'A transaction that was not made here spends your funds',
    test: warnings,
  },
  {
    claim: 'no new block for more than 30 minutes',
    result: 'not “Up to date”',
    text: 'No recent blocks',
    test: 'web/state/wallet.test.ts',
  },
  {
    claim: 'false blocks below the release height of mainnet',
    result: 'removed down to the last proven block',
    text: 'blocks … to … of daemon … are not those of mainnet; choose another daemon',
    test: pins,
  },
  {
    claim: 'a branch below proven blocks',
    result: 'refused',
    text: 'block … of daemon … is not the one of mainnet; choose another daemon',
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
    test: branches,
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
    claim: 'false output counts of blocks that the wallet read',
    result: 'no effect: the wallet counts them itself',
    text: '',
    test: counts,
  },
  {
    claim: 'the content of another transaction, behind a proxy that fills in hashes',
    result: 'refused',
    text: 'transaction … is not the one the block names',
    test: 'interop/proxy/filled-blocks.test.ts',
  },
]
