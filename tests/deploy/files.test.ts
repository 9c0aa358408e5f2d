import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { feedPath } from '#protocol/feed/feed-index.ts'
import { eventsName } from '#protocol/feed/live.ts'
import { healthPath } from '../../proxy/metrics/health.ts'
import { readNodeFlags } from '../../server/node/flags.ts'
import {
  composeCommand,
  deployed,
  healthCheck,
  listIn,
  serviceOf,
  stageOf,
  unitCommand,
  withVariables,
} from '../support/deploy/deployed-commands.ts'

const values = { NIGHTJAR_HOST: 'wallet.example' }
const light = stageOf('light')

const commands = {
  'the unit': unitCommand(),
  'the compose file': composeCommand('light', values),
  'the image': [...listIn(light, 'ENTRYPOINT'), ...listIn(light, 'CMD')],
}

describe.each(Object.entries(commands))('the command of %s', (_, [node, program, ...flags]) => {
  const { given, ineffective } = readNodeFlags(flags)

  test('is one of the programs, with flags that it knows and that have an effect', () => {
    expect(node!.split('/').at(-1)).toBe('node')
    expect(program!.endsWith('dist/nightjar-node.js')).toBe(true)
    expect(ineffective).toEqual([])
  })

  test('starts a light node whose restricted port alone can be public', () => {
    expect(given).toMatchObject({
      light: true,
      'rpc-ssl': 'disabled',
      'rpc-bind-port': '18088',
      'rpc-restricted-bind-port': '18089',
    })
    expect(given['rpc-bind-ip']).toBeUndefined()
  })
})

test('the unit and the containers serve the host name of the operator', () => {
  const hostOf = (command: string[]) => readNodeFlags(command.slice(2)).given['allow-host']
  expect(hostOf(commands['the unit'])).toBe('wallet.example')
  expect(hostOf(unitCommand({ NIGHTJAR_HOST: 'other.example' }))).toBe('other.example')
  expect(hostOf(commands['the compose file'])).toBe('wallet.example')
  expect(() => composeCommand('light', {})).toThrow('NIGHTJAR_HOST has no value')
  const origins = { ...values, NIGHTJAR_ORIGINS: 'https://page.example' }
  expect(composeCommand('light', origins)).toContain(
    '--rpc-access-control-origins=https://page.example',
  )
})

describe('the container file', () => {
  test('copies what exists', () => {
    const sources = [...deployed('Containerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
      ([, names]) => names!.split(' '),
    )
    expect(sources.length).toBeGreaterThan(7)
    for (const name of sources) expect([name, existsSync(name)]).toEqual([name, true])
  })

  test('checks the health at the restricted port, as a user without rights', () => {
    const [node, , script] = healthCheck(light)
    expect([node, script]).toEqual([
      'node',
      expect.stringContaining(`'http://127.0.0.1:18089${healthPath}'`),
    ])
    for (const target of ['light', 'monerod']) expect(stageOf(target)).toMatch(/^USER \w+$/m)
  })
})

describe('the compose file', () => {
  test('publishes ports of the reverse proxy alone', () => {
    expect(serviceOf('caddy')).toContain(`ports: ['80:80', '443:443', '443:443/udp']`)
    expect(deployed('compose.yaml').match(/^\s*ports:/gm)).toHaveLength(1)
    expect(serviceOf('caddy')).toContain('NIGHTJAR_NODE: light:18089')
    expect(serviceOf('light')).toContain('networks: [node, proxy]')
    expect(deployed('compose.yaml')).toContain('  proxy: { internal: true }')
  })

  test('has the light node ask the monerod beside it, which only that can reach', () => {
    const { given } = readNodeFlags(commands['the compose file'].slice(2))
    const port = /--rpc-bind-port=(\d+)/.exec(serviceOf('monerod'))![1]
    expect(given.upstream).toBe(`http://monerod:${port}`)
    expect(composeCommand('monerod', {})).toContain('--restricted-rpc')
    // It needs whole transactions.
    expect(composeCommand('monerod', {})).not.toContain('--prune-blockchain')
  })

  test('gives each container only its volume to write', () => {
    for (const name of ['monerod', 'light', 'caddy'])
      expect(serviceOf(name)).toContain('<<: *hardened')
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(deployed('compose.yaml')).toContain(line)
    expect(serviceOf('light')).toContain(`volumes: ['light:/data']`)
    expect(readNodeFlags(commands['the compose file'].slice(2)).given['data-dir']).toBe('/data')
  })
})

describe('the reverse proxies', () => {
  test.each(['Caddyfile', 'nginx.conf'])(
    '%s has the restricted port behind it, and no log',
    (name) => {
      expect(deployed(name)).toContain('127.0.0.1:18089')
      expect(deployed(name)).toContain(feedPath + eventsName)
      expect(deployed(name)).not.toMatch(/18088|cache-control .*;|access_log (?!off)|\n\s*log\b/i)
    },
  )

  test('send events at once', () => {
    expect(deployed('Caddyfile')).toContain('flush_interval -1')
    const [events] = /location = \/feed\/v1\/events \{[^}]*\}/.exec(deployed('nginx.conf'))!
    expect(events).toContain('proxy_buffering off;')
  })
})

test('the README is short and has each file', () => {
  const text = readFileSync('deploy/README.md', 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  for (const name of readdirSync('deploy').filter((each) => each !== 'README.md'))
    expect(text).toContain(`\`${name}\``)
})

describe('variables in these files', () => {
  test('have a value, or a default', () => {
    expect(withVariables('${A}/${B:-b}/${C:-}', { A: 'a' })).toBe('a/b/')
  })

  test('error: a variable without either', () => {
    expect(() => withVariables('${A:?the host}', {})).toThrow('A has no value')
  })
})
