/** The program cannot go on, and a person can tell why from the message alone. */
export class Failure extends Error {
  override name = 'Failure'
}
