// The service worker imports this file. While no page is open, it asks from time to time whether the node answers, and
// stores the result for the locked screen (web/background/node-check.ts). It asks for the height and nothing else.
addEventListener('periodicsync', (event) => {
  const [, path] = /^node-check:(\/.*)$/.exec(event.tag) ?? []
  if (path) event.waitUntil(checkNode(path))
})

async function checkNode(path) {
  let reachable
  try {
    reachable = (await fetch(path, { signal: AbortSignal.timeout(30_000) })).ok
  } catch {
    reachable = false
  }
  const body = JSON.stringify({ seconds: Math.floor(Date.now() / 1000), reachable })
  const headers = { 'content-type': 'application/json' }
  const cache = await caches.open('node-check')
  await cache.put('/node-check-result', new Response(body, { headers }))
}
