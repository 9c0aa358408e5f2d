/**
 * The login that clients are asked for, made whole where it was given without its password.
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
 * Flags with the password of `--rpc-login NAME` asked for.
 *
 * @param ask - Resolves to undefined where nobody answers.
 * @throws {UsageError} Where nobody can be asked, or nobody answers.
 */
export async function withPassword<F extends LoginFlags>(
  given: F,
  ask: (what: string) => Promise<string | undefined> = askPassword,
): Promise<F> {
  const { 'rpc-login': name, 'disable-rpc-login': disabled, detach } = given
  // What is not a name, or not to be asked for at all, is refused where it is read.
  if (name === undefined || name === '' || name.includes(':') || disabled) return given
  if (detach) throw new UsageError('--rpc-login needs NAME:PASSWORD beside --detach')
  const password = await ask('RPC server password')
  if (!password)
    throw new UsageError('--rpc-login needs NAME:PASSWORD, or the password on standard input')
  return { ...given, 'rpc-login': `${name}:${password}` }
}
