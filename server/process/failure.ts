/** The program cannot continue. The message is for the operator and sufficient. */
export class Failure extends Error {
  override name = 'Failure'
}
