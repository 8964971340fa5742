/** The URL's search parameters: the filters and sort order of the rows, and the schema. */
export type TableSearch = {
  filter?: string | undefined
  sort?: string | undefined
  schema?: string | undefined
  /** The id of the saved view that is open. */
  view?: string | undefined
  /** The key of the row that is open in the panel. */
  row?: string | undefined
}
