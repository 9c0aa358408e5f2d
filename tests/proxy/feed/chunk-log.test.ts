import { expect, test } from 'vitest'
import { chunkLog } from '../../../proxy/feed/chunk-log.ts'
import type { LogEvent } from '../../../proxy/metrics/event-log.ts'

test('what the builder does is logged, with the time of each chunk', () => {
  let now = 0
  let reorganisations = 0
  const logged: LogEvent[] = []
  const chunks = chunkLog(
    (event) => logged.push(event),
    () => now,
  )
  chunks.onReorganisation = () => reorganisations++
  const digest = 'ab'.repeat(32)
  const files = { complete: { digest, bytes: 100 }, scan: { digest, bytes: 50 } }
  now = 1000
  chunks.begin()
  now = 1300.4
  chunks.report({ name: 'chunk', from: 512, to: 1024, length: 2000, files, memberBytes: 0 })
  now = 1400
  chunks.report({ name: 'chunk', from: 1024, to: 1536, length: 2300, files, memberBytes: 30 })
  now = 1450
  chunks.report({ name: 'members', from: 0, to: 512, bytes: 40 })
  chunks.report({ name: 'restored', from: 0, to: 512 })
  expect(reorganisations).toBe(0)
  chunks.report({ name: 'removed', from: 512, to: 1536 })
  expect(reorganisations).toBe(1)
  expect(logged).toEqual([
    { event: 'chunk_written', height: 512, blocks: 512, bytes: 150, ms: 300 },
    { event: 'chunk_written', height: 1024, blocks: 512, bytes: 180, ms: 100 },
    { event: 'members_written', height: 0, blocks: 512, bytes: 40, ms: 50 },
    { event: 'chunk_restored', height: 0, blocks: 512 },
    { event: 'reorganisation', height: 512, depth: 1024 },
  ])
})
