import type { SnippetPlace } from '../../../data/resources/platform/content.ts'
import type { SnippetFolder } from '../../../data/resources/platform/content-folders.ts'
import { Select } from '../../../ui/inputs/select.tsx'

const TREES = ['private', 'shared'] as const

export type PlaceOption = { value: string; label: string; place: SnippetPlace }

/** The tops and folders of the given trees, each with its path. */
export const placesOf = (
  folders: readonly SnippetFolder[],
  trees: readonly SnippetPlace['visibility'][] = TREES,
): PlaceOption[] =>
  trees.flatMap((visibility) => {
    const title = visibility === 'private' ? 'Private' : 'Shared with the project'
    const inTree = folders.filter((folder) => folder.visibility === visibility)
    const below = (parentId: string | null, path: string): PlaceOption[] =>
      inTree
        .filter(({ parent_id: parent }) => parent === parentId)
        .flatMap(({ id, name }) => {
          const label = `${path} / ${name}`
          return [{ value: id, label, place: { visibility, folder_id: id } }, ...below(id, label)]
        })
    const top = { value: visibility, label: title, place: { visibility, folder_id: null } }
    return [top, ...below(null, title)]
  })

type FolderSelectProps = {
  id: string
  options: readonly PlaceOption[]
  value: string
  onChange: (value: string) => void
}

export function FolderSelect({ options, onChange, ...props }: FolderSelectProps) {
  return (
    <Select
      {...props}
      className="w-full"
      options={options.map(({ value, label }) => ({ value, label }))}
      onValueChange={onChange}
    />
  )
}
