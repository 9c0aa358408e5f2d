import { describe } from 'vitest'
import { keccakCases } from '../cases/keccak.ts'
import { pointCases } from '../cases/points.ts'
import { scalarCases } from '../cases/scalars.ts'
import { builds, makeBuild } from '../module.ts'

describe.each(builds)('%s', (build) => {
  keccakCases(makeBuild(build))
  scalarCases(makeBuild(build))
  pointCases(makeBuild(build))
})
