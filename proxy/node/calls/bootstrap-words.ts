/** What calls that only our own chain can answer say while another node answers for it. */
export const unsupportedWithBootstrap = 'This command is unsupported for bootstrap daemon'
