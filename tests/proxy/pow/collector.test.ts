import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { garbageCollector } from '../../../proxy/pow/collector.ts'

test('frees what nothing refers to, and keeps the rest', async () => {
  const collect = garbageCollector()
  const kept = {}
  const references = [new WeakRef({}), new WeakRef(kept)]
  // A reference keeps its object until the current task ends.
  await setTimeout()
  collect()
  expect(references.map((reference) => reference.deref())).toEqual([undefined, kept])
})
