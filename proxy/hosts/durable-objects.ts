/**
 * Durable Objects of which there is one.
 *
 * @module
 */
import type { Send } from '../upstream/fetch.ts'

/** The part of a Durable Object binding that is used. */
export type DurableObjects = {
  idFromName: (name: string) => unknown
  get: (id: unknown) => { fetch: (url: string, init?: RequestInit) => Promise<Response> }
}

/** Sends requests to the object with this name. A URL needs a host name; the object ignores it. */
export const onlyObject =
  (objects: DurableObjects, name: string): Send =>
  // Looked up for each request, because the handle of an object that has ended is broken.
  (url, init) =>
    objects.get(objects.idFromName(name)).fetch(url, init)
