/**
 * The command lines in the files of `deploy/`, read from their text.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

export const deployed = (name: string) => readFileSync(`deploy/${name}`, 'utf8')

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?error}`. @throws For a name without a value. */
export const withVariables = (text: string, values: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, rest: string) => {
    const value = values[name] ?? (kind === '-' ? rest : undefined)
    if (value === undefined) throw new Error(`${name} has no value`)
    return value
  })

/** What the unit starts: the program of Node, then its flags. `%S` is the folder of all states. */
export function unitCommand(values: Record<string, string> = {}): string[] {
  const unit = deployed('nightjar-node.service')
  const set = Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  // systemd splits at spaces before it replaces variables.
  return line.split(' ').map((word) => withVariables(word, { ...set, ...values }))
}

/** The part of a container file that makes an image. @param target - Its name. */
export function stageOf(target: string): string {
  const stages = deployed('Containerfile').split(/^FROM /m)
  const found = stages.find((stage) => stage.split('\n')[0]!.endsWith(` AS ${target}`))
  if (found === undefined) throw new Error(`the container file has no ${target}`)
  return found
}

/** An instruction in the form of a JSON list. */
export function listIn(stage: string, instruction: 'CMD' | 'ENTRYPOINT'): string[] {
  // The CMD of a health check is indented.
  const [, list] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(stage) ?? []
  if (list === undefined) throw new Error(`expected ${instruction} with a list`)
  return JSON.parse(list) as string[]
}

/** What the health check of an image runs. */
export function healthCheck(stage: string): string[] {
  const [, list] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(stage) ?? []
  if (list === undefined) throw new Error('expected a health check')
  return JSON.parse(list) as string[]
}

/** The text of a service in the compose file. */
export function serviceOf(name: string): string {
  const [, services = ''] = /^services:\n([^]*?)^\S/m.exec(deployed('compose.yaml')) ?? []
  const found = services.split(/^(?= {2}\w+:$)/m).find((each) => each.startsWith(`  ${name}:`))
  if (found === undefined) throw new Error(`the compose file has no ${name}`)
  return found
}

/** What a container of the compose file runs: entry point of its image, then its command. */
export function composeCommand(name: string, values: Record<string, string>): string[] {
  const [, list = ''] = /^ {4}command:\n((?: {6}- .*\n)+)/m.exec(serviceOf(name)) ?? []
  const command = [...list.matchAll(/^ {6}- (.*)$/gm)].map(([, item]) =>
    withVariables(item!, values),
  )
  return [...listIn(stageOf(name), 'ENTRYPOINT'), ...command]
}
