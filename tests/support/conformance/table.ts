/**
 * The page `docs/conformance.md`: each method, how many calls were compared, and in what they differ.
 *
 * @module
 */
import { unorderedLists } from '../wallet-comparison/unordered-lists.ts'
import { methodNames } from './cases/cases.ts'
import { moreFields } from './differences/rules.ts'
import { leftOut } from './cases/excluded-calls.ts'
import { randomTexts } from './differences/random-fields.ts'
import type { Finding, Record } from './record.ts'
import { roughNumbers } from './differences/rough-numbers.ts'

const about = `# Conformance

What \`nightjar-wallet-rpc\` answers beside monero-wallet-rpc 0.18.0.0, on the same chain and with the same
keys: every method, as it is usually called, with each param given, left out, unknown and of another
type; with no wallet open, with one that can only view, and as a restricted service. So is a member of a
multisig group, 2 of 3, from its first message on; the other two are ours and tell both the same.

The engine in a page's worker is asked the same in Chromium, but for restricted services and for JSON that
stands for no value (\`tests/e2e/conformance.test.ts\`); there too every answer agrees, or differs by one of
these rules.

Answers are compared whole: shape, fields, values, order of lists, code and message of errors; below stands
what chance decides in the reference. Made by the test in \`tests/interop/conformance\`,
which fails when this page is not what it finds; \`npm run docs:conformance\` writes it.
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
    '## Fields beside those of 0.18.0.0\n',
    ...listed(Object.entries(moreFields).filter(([field]) => usedFields.has(field))),
    '## Calls that are left out\n',
    ...leftOut.map(({ name, state, why }) => `- \`${name}\`, ${state}: ${why}.`),
    '',
    '## What chance decides\n',
    'Text of which only is compared whether there is any:\n',
    ...listed(Object.entries(randomTexts)),
    'Numbers that may be a little apart:\n',
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

/** Fields by their reasons. */
function listed(entries: readonly (readonly [field: string, why: string])[]): string[] {
  const fields = new Map<string, string[]>()
  for (const [field, why] of entries) fields.set(why, [...(fields.get(why) ?? []), `\`${field}\``])
  return [...[...fields].map(([why, names]) => `- ${names.join(', ')}: ${why}.`), '']
}
