import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { SchemaSelector } from '../../../components/schema-selector.tsx'
import { FIRST_SCHEMA, type ListSearch } from './list-search.ts'

type ListToolbarProps = {
  projectRef: string
  /** The plural name of the searched objects: `functions`. */
  label: string
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

/** Selects the schema of a list and searches it. Both are part of the URL. */
export function ListToolbar({ projectRef, label, search, onSearch }: ListToolbarProps) {
  const { schema = FIRST_SCHEMA } = search
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="w-full sm:w-48">
        <SchemaSelector
          projectRef={projectRef}
          value={schema}
          onValueChange={(next) => onSearch({ ...search, schema: next })}
        />
      </div>
      <RouteSearchField
        label={`Search ${label}`}
        value={search.search ?? ''}
        onValueChange={(text) => onSearch(withText(search, text))}
      />
    </div>
  )
}

const withText = ({ schema }: ListSearch, text: string): ListSearch => ({
  ...(schema !== undefined && { schema }),
  ...(text !== '' && { search: text }),
})
