import { subsetCases } from '../cases/subsets.ts'
import { makeWasm } from '../module.ts'

subsetCases(makeWasm)
