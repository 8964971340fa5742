import type { RelationName } from '../schema/relationships.ts'

/** How the body of a response is built from its rows. */
export type Body =
  | { readonly kind: 'json' | 'object'; readonly isNullsStripped: boolean }
  | { readonly kind: 'csv' }
  /** Without PostGIS, the function is missing, and Postgres reports that. */
  | { readonly kind: 'geo-json'; readonly routine: RelationName | undefined }
  /** The one value or column, unchanged. */
  | { readonly kind: 'plain'; readonly isBinary: boolean }
  /** An aggregate function of the project builds the body. */
  | {
      readonly kind: 'aggregate'
      readonly routine: RelationName
      readonly rowsOf: RelationName | undefined
      readonly isBinary: boolean
    }

export type Explain = { readonly format: 'json' | 'text'; readonly options: readonly string[] }

/** The form of a response's body and its name; `explain` responds with the plan of the statement. */
export type Media = {
  readonly body: Body
  readonly contentType: string
  readonly explain: Explain | undefined
}
