import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoted } from '../../../web/format/shell.ts'

test.each(['', 'wallet', 'My wallet', 'it\'s $HOME `id` \\ "x"', '-a;b&c|d*?', 'ä 密码'])(
  'a shell reads the quoted %j as one word',
  (text) => {
    const script = `printf %s ${quoted(text)}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(text)
  },
)
