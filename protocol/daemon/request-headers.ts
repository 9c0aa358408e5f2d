/**
 * The headers of a request to a node, beside `Host` and `Content-Length`.
 *
 * They are those of wallet2, in its spelling and order: JSON has a type, portable storage has none.
 *
 * @module
 * @see monero contrib/epee/include/storages/http_abstract_invoke.h
 */
export const requestHeaders = (
  contentType: string,
  authorization: string | undefined,
): Record<string, string> => ({
  ...(contentType === 'application/json' && { 'Content-Type': 'application/json; charset=utf-8' }),
  ...(authorization !== undefined && { Authorization: authorization }),
})
