import { describe } from 'vitest'
import { subsetCases } from '../cases/subsets.ts'
import { builds, makeBuild } from '../module.ts'

describe.each(builds)('%s', (build) => {
  subsetCases(makeBuild(build))
})
