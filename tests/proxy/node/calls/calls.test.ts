import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

describe.each(['rpc', 'json', 'bin'])('topics of the %s table', (table) => {
  const topics = readdirSync(`protocol/daemon/${table}`).sort()

  test('have a contract file and a function file of the same name', () => {
    expect(readdirSync(`proxy/node/calls/${table}`).sort()).toEqual(topics)
  })

  test.each(topics)('%s implements all contracts of its contract file', (topic) => {
    const source = readFileSync(`proxy/node/calls/${table}/${topic}`, 'utf8')
    expect(source).toContain(
      `import type * as contracts from '#protocol/daemon/${table}/${topic}'\n`,
    )
    const type = table === 'bin' ? 'BinaryBackend' : 'Backend'
    expect(source).toContain(`satisfies ${type}<typeof contracts>`)
  })
})
