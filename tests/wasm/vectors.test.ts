import { describe } from 'vitest'
import { moneroVectorCases } from './cases/monero_vectors.ts'
import { builds, makeBuild } from './module.ts'

describe.each(builds)('%s', (build) => moneroVectorCases(makeBuild(build)))
