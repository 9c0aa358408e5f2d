/**
 * The page `docs/trust.md`: every lie that is tested, and the text that the wallet shows.
 *
 * @module
 */
import { blockLies } from './block-lies.ts'
import type { Lie } from './lie.ts'
import { endured } from './endured-lies.ts'
import { mainnetLies } from './mainnet-lies.ts'
import { otherLies } from './other-lies.ts'
import { paymentLies } from './payment-lies.ts'
import { poolLies } from './pool-lies.ts'
import { openLies, undetectableLies, type OpenLie } from './unnoticed-lies.ts'

const about = `# Trust

A daemon sends the wallet everything that it knows of the chain. This page lists false answers, which are called lies
here, and what the wallet does with each.

In the tests, a proxy in front of a real monerod sends the lies. \`tests/interop/trust.test.ts\` has those of the first five
tables. For the sixth, the last column names the test. A daemon that is marked as trusted may do more: its branches need no
more work, its proofs of work are not checked, and its chain may be a private one.

\`…\` stands for values of the chain.
`

const afterwards = 'After an honest answer it shows the same as a wallet that received no lie.'

/** Where a test does more than send lies, or less. */
const besides = [
  '`pinned-history`: the pinned blocks are those of the private chain.',
  '`proof-of-work`: a wallet cannot compute the difficulty of a private chain, so the test gives it to the wallet.',
  '`work`: monerod follows the rules of stagenet, because wallets compute no difficulties on a private chain.',
  '`branches`, `work` and `stale-tip`: the proxy changes between two monerods.',
  '`ledger`: the transactions are real and no answer is false. A payer uses one transaction key repeatedly, and a second ' +
    'wallet with the same seed spends.',
  '`poc/` and `worker/`: a daemon inside the test process sends the lie, not a monerod.',
]

export function page(): string {
  return [
    about,
    '## Blocks\n',
    `The refresh ends with the error, and the wallet keeps its state. ${afterwards}\n`,
    ...rows(blockLies),
    '## The first blocks of a wallet of mainnet\n',
    'The refresh ends with the error, and the wallet has no blocks and no payments.\n',
    ...rows(mainnetLies),
    '## Pool\n',
    `The refresh ends with the error, and the wallet keeps its state. ${afterwards}\n`,
    ...rows(poolLies),
    '## Payments\n',
    'The payment ends with the error, and no transaction leaves the wallet.\n',
    ...rows(paymentLies),
    '## Endured\n',
    'These lies do not end a refresh, and no money is lost.\n',
    '| the daemon sends | result | text |',
    '| --- | --- | --- |',
    ...Object.values(endured).map(
      ({ claim, result, text }) => `| ${claim} | ${result} | ${text} |`,
    ),
    '',
    '## Further lies\n',
    'Each needs a wallet or a chain of its own. The last column names the test, below `tests/`.\n',
    ...besides.map((each) => `- ${each}`),
    '',
    '| the daemon sends | result | text | test |',
    '| --- | --- | --- | --- |',
    ...otherLies.map(
      ({ claim, result, text, test }) => `| ${claim} | ${result} | ${text} | \`${test}\` |`,
    ),
    '',
    '## Not detected yet\n',
    ...open(openLies),
    '## Undetectable\n',
    ...open(undetectableLies),
  ].join('\n')
}

const rows = (lies: readonly Lie[]) => [
  '| the daemon sends | error |',
  '| --- | --- |',
  ...lies.map(({ claim, text }) => `| ${claim} | ${text} |`),
  '',
]

const open = (lies: readonly OpenLie[]) => [
  '| the daemon sends | reason |',
  '| --- | --- |',
  ...lies.map(({ claim, reason }) => `| ${claim} | ${reason} |`),
  '',
]
