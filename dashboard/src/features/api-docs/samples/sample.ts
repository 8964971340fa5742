import type { Operation } from './operation.ts'

/** One request, as the page of its table explains it. */
export type Sample = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly operation: Operation
}

export type SampleGroup = { readonly title: string; readonly samples: readonly Sample[] }
