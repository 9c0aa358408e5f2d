/**
 * The login of clients, completed when its password is missing.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp process, src/common/password.cpp login::parse
 */
import { UsageError } from '#protocol/settings.ts'
import { askPassword } from './ask-password.ts'

type LoginFlags = {
  readonly 'rpc-login'?: string
  readonly 'disable-rpc-login'?: true
  readonly detach?: true
}

/**
 * The flags with a password for `--rpc-login NAME`.
 *
 * @param ask - Resolves to undefined without an answer.
 * @throws {UsageError} When there is no terminal for the prompt, or no input.
 */
export async function withPassword<F extends LoginFlags>(
  given: F,
  ask: (what: string) => Promise<string | undefined> = askPassword,
): Promise<F> {
  const { 'rpc-login': name, 'disable-rpc-login': disabled, detach } = given
  // A missing name and --disable-rpc-login are refused later, where they are read.
  if (name === undefined || name === '' || name.includes(':') || disabled) return given
  if (detach) throw new UsageError('--rpc-login needs NAME:PASSWORD beside --detach')
  const password = await ask('RPC server password')
  if (!password)
    throw new UsageError('--rpc-login needs NAME:PASSWORD, or the password on standard input')
  return { ...given, 'rpc-login': `${name}:${password}` }
}
