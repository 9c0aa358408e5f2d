import { sealedCases } from '../cases/sealed.ts'
import { makeWasm } from '../module.ts'

sealedCases(makeWasm)
