import type { Operation } from './operation.ts'

/** One request, with the texts that the page of its table shows. */
export type Sample = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly operation: Operation
}

export type SampleGroup = { readonly title: string; readonly samples: readonly Sample[] }
