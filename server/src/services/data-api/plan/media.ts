import type { RelationName } from '../schema/relationships.ts'

/** How an answer's body is made of its rows. */
export type Body =
  | { readonly kind: 'json' | 'object'; readonly isNullsStripped: boolean }
  | { readonly kind: 'csv' }
  /** Without PostGIS there is no routine, and Postgres says so. */
  | { readonly kind: 'geo-json'; readonly routine: RelationName | undefined }
  /** The one value or column as it is. */
  | { readonly kind: 'plain'; readonly isBinary: boolean }
  /** An aggregate of the project's own makes the body. */
  | {
      readonly kind: 'aggregate'
      readonly routine: RelationName
      readonly rowsOf: RelationName | undefined
      readonly isBinary: boolean
    }

export type Explain = { readonly format: 'json' | 'text'; readonly options: readonly string[] }

/** The shape of an answer's body and its name; `explain` answers with the plan of making it. */
export type Media = {
  readonly body: Body
  readonly contentType: string
  readonly explain: Explain | undefined
}
