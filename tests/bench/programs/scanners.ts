/**
 * How many scanners our engine runs with, where that can be chosen.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { built } from '../../support/proxy.ts'

let help: string | undefined

/** Flags of the wallet RPC; none where it has no scanners. */
export function nodeScanners(count: number): string[] {
  help ??= execFileSync(process.execPath, [built('nightjar-wallet-rpc'), '--help'], {
    encoding: 'utf8',
  })
  return /^ +--scanners /m.test(help) ? ['--scanners', `${count}`] : []
}

/** Whether there is more than the engine's own thread to scan with. */
export const hasScanners = (): boolean => nodeScanners(2).length > 0
