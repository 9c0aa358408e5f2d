import { amountCases } from '../cases/amounts.ts'
import { derivationCases } from '../cases/derivations.ts'
import { makeWasm } from '../module.ts'

derivationCases(makeWasm)
amountCases(makeWasm)
