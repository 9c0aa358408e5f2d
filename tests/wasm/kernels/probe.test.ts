import { expect, test } from 'vitest'
import { engineKnows } from '#wasm/kernels/probe.ts'
import { kernels } from './modules.ts'

test('the probes are valid modules: this engine has both instruction sets', () => {
  expect(kernels.map(engineKnows)).toEqual([true, true])
})
