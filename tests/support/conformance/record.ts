/**
 * What the run finds: each call that was made, and whether the answers agree or a rule says why not.
 *
 * @module
 */
import { nameOf } from './cases/cases.ts'
import { differencesOf, type Difference } from './differences/compare.ts'
import { explains, type Asked, type Rule } from './differences/rule.ts'
import { moreFields, rules } from './differences/rules.ts'
import { nameIn } from './differences/random-fields.ts'

export type Finding = {
  asked: Asked
  /** Undefined where they agree. */
  rule: Rule | undefined
}

export class Record {
  readonly findings: Finding[] = []
  readonly usedFields = new Set<string>()

  /** Whether the answers agree. */
  agrees(asked: Asked): boolean {
    return this.#unknown(asked).length === 0
  }

  /** @returns What is different and has no explanation. */
  add(asked: Asked): string[] {
    const differences = this.#unknown(asked)
    if (differences.length === 0) {
      this.findings.push({ asked, rule: undefined })
      return []
    }
    const rule = rules.find((each) => explains(each, asked))
    if (rule) {
      this.findings.push({ asked, rule })
      return []
    }
    const { expected = asked.theirs } = asked
    const unlike = differencesOf(asked.name, expected, asked.ours)
    return [`${asked.state}: ${nameOf(asked.one)}`, ...unlike.map(described)]
  }

  #unknown({ name, theirs, ours }: Asked): Difference[] {
    return differencesOf(name, theirs, ours).filter(({ path, theirs: there }) => {
      const known = nameIn(moreFields, name, path.replace(/^result\./, ''))
      if (known === undefined || there !== undefined) return true
      this.usedFields.add(known)
      return false
    })
  }
}

const described = ({ path, theirs, ours }: Difference) =>
  `  ${path}: there ${brief(theirs)}, here ${brief(ours)}`

function brief(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  )
  return text === undefined ? 'absent' : text.length > 200 ? `${text.slice(0, 200)}…` : text
}
