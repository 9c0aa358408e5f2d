/**
 * HTTP statuses behind a digest login, by curl as an independent client.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The status of each answer of a wallet service, separated by spaces.
 *
 * @param login - `NAME:PASSWORD`. @param more - Arguments of curl, such as further URLs.
 */
export async function digestStatus(service: string, login: string, ...more: string[]) {
  const options = ['-s', '--digest', '-u', login, '-o', '/dev/null', '-w', '%{http_code} ']
  const call = ['-d', '{"method":"get_version"}', `${service}/json_rpc`]
  const { stdout } = await run('curl', [...options, ...call, ...more])
  return stdout.trim()
}
