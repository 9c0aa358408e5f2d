import { readFileSync } from 'node:fs'
import { parseConfigFileTextToJson } from 'typescript'
import { expect, test } from 'vitest'

const configuration = (name: string) =>
  parseConfigFileTextToJson(name, readFileSync(name, 'utf8')).config as Record<string, unknown>

test('the configuration with a light node adds only a bucket and a trigger', () => {
  const { r2_buckets, triggers, ...rest } = configuration('wrangler.light.jsonc')
  expect(rest).toEqual(configuration('wrangler.jsonc'))
  expect(r2_buckets).toEqual([{ binding: 'FEED', bucket_name: 'nightjar-feed' }])
  expect(triggers).toEqual({ crons: ['* * * * *'] })
})

test('classes keep their migrations, so that a deployment keeps the stored chain', () => {
  expect(configuration('wrangler.jsonc')).toMatchObject({
    migrations: [
      { tag: 'chain', new_sqlite_classes: ['ChainObject'] },
      { tag: 'light', new_sqlite_classes: ['LightObject'] },
    ],
  })
})
