/**
 * The page `docs/conformance.md`: each method, how many calls were compared, and in what they differ.
 *
 * @module
 */
import { unorderedLists } from '../wallet-comparison/unordered-lists.ts'
import { methodNames } from './cases/cases.ts'
import { keptDifferences } from './differences/kept-differences.ts'
import { moreFields } from './differences/rules.ts'
import { leftOut } from './cases/excluded-calls.ts'
import { randomTexts } from './differences/random-fields.ts'
import type { Finding, Record } from './record.ts'
import { roughNumbers } from './differences/rough-numbers.ts'

const about = `# Conformance

Each call is sent to \`nightjar-wallet-rpc\` and to monero-wallet-rpc 0.18.0.0, with the same keys on the same
chain, and the answers are compared. Every method is called in its usual way and with each param missing,
unknown, or of a wrong type. The calls are repeated without an open wallet, with a view-only wallet, on a
restricted service, and with a member of a 2-of-3 multisig wallet, from the first key exchange message on.

The test \`tests/e2e/conformance.test.ts\` sends the same calls to the engine in a page's worker in Chromium,
except those for restricted services and invalid JSON. The same rules explain every difference there.

Answers are compared completely: fields, values, order of lists, error codes and messages. Left out is the field
\`unverified\`, which only our wallet has and monero's clients ignore. The values that are
random in the reference are listed below. The test in \`tests/interop/conformance\` compares this page with its results;
\`npm run docs:conformance\` writes the page.
`

export function page({ findings, usedFields }: Record): string {
  const rows = methodNames.map((name) =>
    row(
      name,
      findings.filter(({ asked }) => asked.name === name),
    ),
  )
  const differing = findings.filter(({ rule }) => rule).length
  return [
    about,
    `${findings.length} calls: ${findings.length - differing} agree, ${differing} differ by a rule.`,
    '',
    '| method | calls | agree | differ | why |',
    '| --- | --: | --: | --: | --- |',
    ...rows,
    '',
    '## Fields that 0.18.0.0 lacks\n',
    ...listed(Object.entries(moreFields).filter(([field]) => usedFields.has(field))),
    '## Calls that are not compared\n',
    ...leftOut.map(({ name, state, why }) => `- \`${name}\`, ${state}: ${why}.`),
    '',
    '## Differences that these calls do not show\n',
    ...keptDifferences.map(
      ({ calls, why, tests }) => `- ${calls}: ${why}. Tested in ${tests.map(code).join(', ')}.`,
    ),
    '',
    '## Random values\n',
    'Texts that are compared only for being empty or not:\n',
    ...listed(Object.entries(randomTexts)),
    'Numbers that may differ slightly:\n',
    ...listed(
      roughNumbers.flatMap(({ fields, why }) => fields.map((field) => [field, why] as const)),
    ),
    'Lists whose order is not compared:\n',
    ...listed(Object.entries(unorderedLists).map(([path, { why }]) => [path, why])),
  ].join('\n')
}

function row(name: string, findings: readonly Finding[]): string {
  const whys = new Map<string, number>()
  for (const { rule } of findings) if (rule) whys.set(rule.why, (whys.get(rule.why) ?? 0) + 1)
  const differing = findings.filter(({ rule }) => rule).length
  const why = [...whys].map(([text, count]) => `${count}: ${text}`).join('. ')
  const cells = [`\`${name}\``, findings.length, findings.length - differing, differing, why]
  return `| ${cells.join(' | ')} |`
}

const code = (text: string) => `\`${text}\``

/** Fields by their reasons. */
function listed(entries: readonly (readonly [field: string, why: string])[]): string[] {
  const fields = new Map<string, string[]>()
  for (const [field, why] of entries) fields.set(why, [...(fields.get(why) ?? []), `\`${field}\``])
  return [...[...fields].map(([why, names]) => `- ${names.join(', ')}: ${why}.`), '']
}
