import { pickText } from '../../../lib/search-params.ts'

/** The URL's search parameters: the schema, and the name of the selected table. */
export type VisualizerSearch = { schema?: string | undefined; table?: string | undefined }

export const readVisualizerSearch = (search: Record<string, unknown>): VisualizerSearch =>
  pickText(search, 'schema', 'table')

export const schemaOf = ({ schema = 'public' }: VisualizerSearch): string => schema
