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
const counts = 'poc/output-counts.test.ts'
const wrongCounts = 'the counts of daemon … are wrong and are not used; choose another daemon'

export const otherLies: readonly OtherLie[] = [
  {
    claim: 'a block of another version than its height has',
    result: 'refused',
    text: 'block … has version …, and version … applies at its height',
    test: claims,
  },
  {
    claim: 'a private chain as long as mainnet, for a wallet of mainnet',
    result: 'refused',
    text: 'it reports a private chain of … blocks',
    test: claims,
  },
  {
    claim: 'a block more than two hours in the future',
    result: 'refused',
    text: 'the timestamp of block … is more than two hours ahead of the clock of this device',
    test: claims,
  },
  {
    claim: 'a block older than the median of the 60 blocks before it',
    result: 'refused',
    text: 'the timestamp of block … is below the median of the 60 blocks before it',
    test: claims,
  },
  {
    claim: 'a block that pays its miner more than reward and fees',
    result: 'refused',
    text: 'block … pays its miner … piconero, and reward and fees are at most …',
    test: claims,
  },
  {
    claim: 'received amounts above the supply',
    result: 'refused',
    text: 'the wallet would hold … piconero, and at most … exist',
    test: claims,
  },
  {
    claim: 'an adjusted time years ahead, which would end time locks',
    result: 'reduced to the own clock and two hours',
    text: '',
    test: claims,
  },
  {
    claim: 'output indices that are shifted for a whole answer',
    result: 'refused',
    text: 'output indices do not run on from one output to the next: expected … in block …, got …',
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
    claim: 'a pool transaction that disappears',
    result: 'warning',
    text: 'A transaction left the pool of the node',
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
    claim: 'a false block at a checkpoint',
    result: 'removed down to the last proven block',
    text: 'block … of daemon … is not the one of mainnet; choose another daemon',
    test: pins,
  },
  {
    claim: 'a branch below proven blocks',
    result: 'refused',
    text: 'block … of daemon … is not the one of mainnet; choose another daemon',
    test: pins,
  },
  {
    claim: 'a chain that is shorter than the release height',
    result: 'refused',
    text: 'daemon … has … blocks, mainnet has at least …: it is not synchronised; choose another daemon',
    test: pins,
  },
  {
    claim: 'blocks that end below the reported height',
    result: 'unproven blocks are removed',
    text: 'the blocks of daemon … end at …, below its height; choose another daemon',
    test: pins,
  },
  {
    claim: 'the name of a private chain for mainnet',
    result: 'refused',
    text: 'the daemon is on a private chain, the wallet on mainnet: only a trusted daemon may be on one',
    test: 'worker/engine/sync/daemon-status.test.ts',
  },
  {
    claim: 'an output distribution that names the real ring member',
    result: 'refused',
    text: wrongCounts,
    test: counts,
  },
  {
    claim: 'more outputs in a block than its weight allows',
    result: 'refused',
    text: wrongCounts,
    test: counts,
  },
  {
    claim: 'false output counts of blocks that the wallet read',
    result: 'no effect: the wallet counts them itself',
    text: '',
    test: counts,
  },
  {
    claim: 'no answer to a request for ring candidates, several times',
    result: 'the same candidates are requested again',
    text: '',
    test: 'interop/rings.test.ts',
  },
  {
    claim: 'a refusal of a payment that it passes on',
    result: 'kept as failed; the next payment can only replace it',
    text: 'an earlier payment was refused, but could still be mined: …',
    test: 'poc/refused.test.ts',
  },
  {
    claim: 'fees a fifth too high',
    result: 'refused',
    text: 'the daemon requests a fee of … piconero a byte, more than the … that can be needed: nothing was sent; choose another daemon',
    test: 'poc/fees.test.ts',
  },
  {
    claim: 'a backlog that does not exist',
    result: 'no effect: the lowest fee is paid',
    text: '',
    test: 'poc/fees.test.ts',
  },
  {
    claim: 'the content of another transaction, behind a proxy that fills in hashes',
    result: 'refused',
    text: 'transaction … is not the one the block names',
    test: 'interop/proxy/filled-blocks.test.ts',
  },
]
