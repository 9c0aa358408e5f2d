/**
 * Samples of the nodes behind the page's proxy. A chunk of its own, since a page needs it after the first refresh.
 *
 * @module
 */
import { nodeSamples, nodeSamplesPath, type NodeSample } from '#protocol/daemon/node-samples.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import { bodyReader, Deadline, readAll } from './body-reader.ts'

/** The proxy waits ten seconds for each of a node's four answers. */
const waitMs = 45_000

const maxBytes = 64 * 1024

type FetchSamples = (
  url: string,
  init: Pick<RequestInit, 'credentials' | 'redirect' | 'signal'>,
) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

/**
 * Requests the samples; none where the proxy does not answer, since then nothing is compared.
 *
 * @param ended - Aborts requests.
 */
export async function requestSamples(
  ended: AbortSignal,
  fetchSamples: FetchSamples = fetch,
): Promise<readonly NodeSample[]> {
  const late = new Deadline(waitMs)
  try {
    const answer = await fetchSamples(nodeSamplesPath, {
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.any([late.signal, ended]),
    })
    const body = bodyReader(answer, late, { pieceMs: waitMs, maxBytes })
    if (answer.status === 200)
      return nodeSamples.parse(parseJsonBytes(await readAll(body)), '').nodes
    body.cancel()
    return []
  } catch {
    return []
  } finally {
    late.clear()
  }
}
