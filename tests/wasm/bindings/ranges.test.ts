import { bulletproofCases } from '../cases/bulletproofs.ts'
import { makeWasm } from '../module.ts'

bulletproofCases(makeWasm)
