/**
 * `/metrics`: for Prometheus.
 *
 * @module
 */
import { Hono } from 'hono'
import { reply } from '../replies.ts'
import { expositionType } from './exposition.ts'
import type { Registry } from './registry.ts'

export const metricsPath = '/metrics'

/** Answers a scrape. No metric contains what a client sent, but all of them together show how much is used. */
export function metricsRoute(registry: Registry): Hono {
  const app = new Hono()
  app.get(metricsPath, () =>
    reply(200, expositionType, registry.text(), { 'cache-control': 'no-store' }),
  )
  return app
}
