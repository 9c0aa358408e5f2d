/**
 * A monero-ts wallet as a process: the seed is its first line, then `refresh` and `balance`, each
 * answered by a line. Argument: the URL of its daemon.
 */
import { createInterface } from 'node:readline'
import moneroTs from 'monero-ts'

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const next = async () => (await lines.next()).value

const wallet = await moneroTs.createWalletFull({
  password: '',
  networkType: moneroTs.MoneroNetworkType.MAINNET,
  seed: await next(),
  restoreHeight: 0,
  server: { uri: process.argv[2] },
  proxyToWorker: false,
})
console.log('ready')
for (let line = await next(); line !== undefined; line = await next()) {
  if (line === 'refresh') await wallet.sync()
  console.log(line === 'balance' ? String(await wallet.getBalance()) : 'done')
}
await wallet.close(false)
process.exit()
