import { describe } from 'vitest'
import { bulletproofCases } from '../cases/bulletproofs.ts'
import { builds, makeBuild } from '../module.ts'

describe.each(builds)('%s', (build) => {
  bulletproofCases(makeBuild(build))
})
