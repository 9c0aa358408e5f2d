/**
 * Threads for scanners that are none: messages are copied, buffers handed over, turns taken.
 *
 * @module
 */
import { systemClock } from '../../../worker/adapters/platform.ts'
import type { ScanThread, ScanThreads } from '../../../worker/engine/base/ports.ts'
import {
  serveJobs,
  type ScanCrypto,
  type ScanRequest,
} from '../../../worker/engine/scan/scan-jobs.ts'

/** What the threads went through. */
export type ThreadsSeen = {
  started: number
  ended: number
  /** View secrets as the threads hold them. */
  secrets: Uint8Array[]
  jobs: number
}

/**
 * @param breaks - Whether the thread, counted from 0, cannot be started.
 * @param dies - Whether a thread ends with this job in hand, counted from 1 over all threads.
 */
export function inProcessThreads(
  crypto: ScanCrypto,
  count: number,
  breaks: (thread: number) => boolean = () => false,
  dies: (job: number) => boolean = () => false,
): { threads: ScanThreads; seen: ThreadsSeen } {
  const seen: ThreadsSeen = { started: 0, ended: 0, secrets: [], jobs: 0 }
  const noting: ScanCrypto = {
    keccak256Parts: crypto.keccak256Parts,
    scan(viewSecret, batch) {
      if (!seen.secrets.includes(viewSecret)) seen.secrets.push(viewSecret)
      return crypto.scan(viewSecret, batch)
    },
  }
  const start = (): ScanThread => {
    const isBroken = breaks(seen.started++)
    let tell: (order: ScanRequest) => void = () => undefined
    let end = () => {}
    return {
      post(order, buffers) {
        const message = structuredClone(order, { transfer: buffers })
        const isJob = typeof order === 'object' && order !== null && !('viewSecret' in order)
        if (isJob && dies(++seen.jobs)) {
          tell = () => undefined
          setImmediate(end)
        } else setImmediate(() => tell(message as ScanRequest))
      },
      listen(heard, ended) {
        if (isBroken) return void setImmediate(ended)
        end = ended
        const thread = {
          post: (news: Parameters<typeof heard>[0], buffers: ArrayBuffer[]) => {
            const message = structuredClone(news, { transfer: buffers })
            setImmediate(() => heard(message))
          },
          listen: (told: typeof tell) => void (tell = told),
          end: () => void seen.ended++,
        }
        serveJobs(thread, noting, systemClock)
      },
    }
  }
  return { threads: { count, start }, seen }
}
