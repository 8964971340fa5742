/** The open confirmation on the general settings page, so that the palette can link to it. */
export type GeneralSearch = { ask?: 'pause' | 'restart' | 'clone' | undefined }

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function GeneralSearch({ ask }: Record<string, unknown>): GeneralSearch {
  return ask === 'pause' || ask === 'restart' || ask === 'clone' ? { ask } : {}
}
