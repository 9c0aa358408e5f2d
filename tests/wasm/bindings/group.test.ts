import { keccakCases } from '../cases/keccak.ts'
import { pointCases } from '../cases/points.ts'
import { scalarCases } from '../cases/scalars.ts'
import { makeWasm } from '../module.ts'

keccakCases(makeWasm)
scalarCases(makeWasm)
pointCases(makeWasm)
