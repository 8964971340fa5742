import type { Example } from './literals.ts'

/** A filter on rows. `in` takes a list. */
export type SampleFilter = {
  readonly column: string
  readonly operator: 'eq' | 'gte' | 'in' | 'ilike'
  readonly value: Example
}

export type Row = { readonly [column: string]: Example }

type OnTable = { readonly schema: string; readonly table: string }

/** One request to the Data API, independent of the language it is written in. */
export type Operation =
  | (OnTable & {
      readonly kind: 'select'
      /** Parts of `select`, in the Data API's grammar. */
      readonly select: readonly string[]
      readonly filters?: readonly SampleFilter[]
      readonly order?: { readonly column: string; readonly isDescending: boolean }
      /** First and last row, counted from 0. */
      readonly range?: readonly [number, number]
      readonly isCounted?: boolean
    })
  | (OnTable & {
      readonly kind: 'insert' | 'upsert'
      /** One row or a list of rows. */
      readonly rows: Row | readonly Row[]
    })
  | (OnTable & {
      readonly kind: 'update'
      readonly values: Row
      readonly filters: readonly SampleFilter[]
    })
  | (OnTable & { readonly kind: 'delete'; readonly filters: readonly SampleFilter[] })
  | {
      readonly kind: 'call'
      readonly schema: string
      readonly name: string
      readonly input: Row
    }

/** The default schema of requests that don't name one: the first exposed schema. */
export type Target = { readonly defaultSchema: string }
