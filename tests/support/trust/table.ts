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
here, and what the wallet does with each. In the test \`tests/interop/trust.test.ts\` a proxy in front of a real monerod
sends every lie of the tables below, except those of the last three. After them the wallet shows the same as a wallet with an honest daemon.

\`…\` stands for values of the chain.
`

export function page(): string {
  return [
    about,
    '## Blocks\n',
    'The refresh ends with the error, and the wallet keeps its state.\n',
    ...rows(blockLies),
    '## The first blocks of a wallet of mainnet\n',
    'The refresh ends with the error, and the wallet has no blocks and no payments.\n',
    ...rows(mainnetLies),
    '## Pool\n',
    'The refresh ends with the error, and the wallet keeps its state.\n',
    ...rows(poolLies),
    '## Payments\n',
    'The payment ends with the error, and no transaction leaves the wallet.\n',
    ...rows(paymentLies),
    '## Endured\n',
    'No money is lost, and nothing is revealed.\n',
    '| the daemon sends | result | text |',
    '| --- | --- | --- |',
    ...Object.values(endured).map(
      ({ claim, result, text }) => `| ${claim} | ${result} | ${text} |`,
    ),
    '',
    '## Further lies\n',
    'The last column names the test that sends each, below `tests/`.\n',
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
