/** The commands of `deploy/` as they are, with other ports and folders, in front of a node and of monerod. */
import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import {
  composeCommand,
  healthCheck,
  stageOf,
  unitCommand,
} from '../support/deploy/deployed-commands.ts'
import { freePort } from '../support/network/free-port.ts'
import { ask } from '../support/network/http-client.ts'
import { poll, startProgram } from '../support/programs/process.ts'
import { built } from '../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { beforeAll, test } from '../support/programs/test.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const values = { NIGHTJAR_HOST: 'wallet.example' }

let upstream: Regtest

beforeAll(async () => {
  upstream = await startRegtest()
})

const replaced = (words: readonly string[], by: Record<string, string>) =>
  words.map((word) =>
    Object.entries(by).reduce((text, [from, to]) => text.replaceAll(from, to), word),
  )

/** Starts the program of a command in front of a node, with free ports. */
async function startLight([, , ...flags]: string[], upstreamUrl: string) {
  const [own, open] = [`${await freePort()}`, `${await freePort()}`]
  const ports = { 18088: own, 18089: open }
  const folder = temporaryFolder('deploy')
  const places = {
    'http://monerod:18081': upstreamUrl,
    'http://127.0.0.1:18081': upstreamUrl,
    '%S/nightjar': folder,
  }
  const args = replaced(flags, { ...ports, ...places }).map((word) =>
    word === '/data' ? folder : word,
  )
  const program = await startProgram(process.execPath, [built('nightjar-node'), ...args], {
    ready: /restricted RPC server started ok/,
  })
  return { program, ports, own: `http://127.0.0.1:${own}`, open: `http://127.0.0.1:${open}` }
}

/** The exit code of the image's health check. */
function checked(ports: Record<string, string>) {
  const [, ...args] = replaced(healthCheck(stageOf('light')), ports)
  return spawnSync(process.execPath, args, { timeout: 60_000 }).status
}

describe.each([
  ['the unit', unitCommand()],
  ['the compose file', composeCommand('light', values)],
])('the command of %s', (_, command) => {
  test('serves health and feed at the restricted port, to the host name of the operator', async () => {
    const { program, ports, own, open } = await startLight(command, upstream.url)
    const status = async (url: string, host?: string) =>
      (await ask(url, { headers: host === undefined ? {} : { host } })).status
    await poll(async () => (await status(`${open}/health/v1`)) === 200)
    expect(await status(`${open}/health/v1`, 'wallet.example')).toBe(200)
    expect(await status(`${open}/health/v1`, 'evil.example')).toBe(403)
    expect(await status(`${open}/feed/v1/index.json`, 'wallet.example')).toBe(200)
    expect([await status(`${own}/metrics`), await status(`${open}/metrics`)]).toEqual([200, 404])
    expect(checked(ports)).toBe(0)
    expect(await program.stop()).toBe(0)
    expect(checked(ports)).toBe(1)
  })
})

test('monerod takes its flags of the compose file, and is enough for the light node', async () => {
  const port = `${await freePort()}`
  const folder = temporaryFolder('deploy')
  const [program, ...flags] = replaced(composeCommand('monerod', {}), {
    '/chain': folder,
    '0.0.0.0': '127.0.0.1',
    18081: port,
  })
  // A chain of its own, without peers.
  const alone = ['--regtest', '--offline', '--p2p-bind-port', `${await freePort()}`]
  const url = `http://127.0.0.1:${port}`
  await startProgram(program!, [...flags, ...alone], {
    readyWhen: () =>
      ask(`${url}/get_height`).then(
        ({ status }) => status === 200,
        () => false,
      ),
  })
  const { open } = await startLight(composeCommand('light', values), url)
  await poll(async () => (await ask(`${open}/health/v1`)).status === 200)
  expect((await ask(`${open}/health/v1`)).json()).toMatchObject({ status: 'ok', height: 1n })
})
