import { list, text } from '#protocol/fields.ts'

/** Param: the outputs to spend. */
export const chosenParam = {
  key_images: list(text)
    .optional()
    .describe('Spend exactly these outputs, all of them. If absent, the wallet selects outputs.'),
}
