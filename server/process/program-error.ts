/** The program cannot continue. The message is for the operator and sufficient. */
export class ProgramError extends Error {
  override name = 'ProgramError'
}
