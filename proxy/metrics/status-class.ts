/** Classes of HTTP statuses. `none`: the client disconnected before the answer. */
export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const

/** @param status - HTTP status; undefined without an answer. */
export const statusClass = (status: number | undefined): string =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
