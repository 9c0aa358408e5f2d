/**
 * Measures the calls of a backend by their names in the contract tables.
 *
 * Answers pass untouched: on Node a response whose body is looked at takes a slower path. So times end where answers
 * begin. {@link meteredRequests} measures until their end.
 *
 * @module
 */
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { CheckedCall, DaemonBackend } from '../daemon-backend.ts'
import {
  secondsBuckets,
  type Counter,
  type Gauge,
  type Histogram,
  type NoLabels,
  type Registry,
} from './registry.ts'
import { statusClass, statusClasses } from './status-class.ts'

const callSets = {
  table: ['rpc', 'json', 'bin'],
  call: [...new Set([rpc, json, bin].flatMap(Object.keys))],
} as const

export type CallMetrics = {
  calls: Counter<typeof callSets & { status: readonly string[] }>
  seconds: Histogram<typeof callSets>
  inFlight: Gauge<NoLabels>
  /** Milliseconds of a monotonic clock. */
  nowMs: () => number
}

/** @param nowMs - A monotonic clock. */
export function callMetrics(registry: Registry, nowMs: () => number): CallMetrics {
  return {
    nowMs,
    calls: registry.counter(
      'nightjar_calls_total',
      'Answered calls by HTTP status. Errors of JSON-RPC have 2xx.',
      { ...callSets, status: statusClasses },
    ),
    seconds: registry.histogram(
      'nightjar_call_seconds',
      'Time until the answer to a call begins.',
      secondsBuckets,
      callSets,
    ),
    inFlight: registry.gauge('nightjar_calls_in_flight', 'Calls whose answer has not begun.'),
  }
}

/** The same backend, measured. */
export function meteredBackend(backend: DaemonBackend, metrics: CallMetrics): DaemonBackend {
  const { calls, seconds, inFlight, nowMs } = metrics
  async function measured(
    table: 'rpc' | 'json' | 'bin',
    { name: call }: CheckedCall,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    const startMs = nowMs()
    // A bug, which the app answers with 500.
    let status = 500
    inFlight.add({}, 1)
    try {
      const response = await answer()
      status = response.status
      return response
    } finally {
      inFlight.add({}, -1)
      calls.add({ table, call, status: statusClass(status) })
      seconds.observe({ table, call }, (nowMs() - startMs) / 1000)
    }
  }
  return {
    rpc: (call, id) => measured('rpc', call, () => backend.rpc(call, id)),
    json: (call) => measured('json', call, () => backend.json(call)),
    bin: (call, body) => measured('bin', call, () => backend.bin(call, body)),
  }
}
