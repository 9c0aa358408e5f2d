import { describe } from 'vitest'
import { amountCases } from '../cases/amounts.ts'
import { derivationCases } from '../cases/derivations.ts'
import { builds, makeBuild } from '../module.ts'

describe.each(builds)('%s', (build) => {
  derivationCases(makeBuild(build))
  amountCases(makeBuild(build))
})
