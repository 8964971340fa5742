import { lazy, Suspense, useState } from 'react'
import { PendingSearch } from '../../../ui/menus/pending-search.tsx'
import type { ReferenceListProps } from './reference-list.tsx'

const Loaded = lazy(async () => ({
  default: (await import('./reference-list.tsx')).ReferenceList,
}))

/** The rows that a foreign key can refer to. What is typed while the list loads is its search. */
export function LazyReferenceList({ seed = '', ...props }: ReferenceListProps) {
  const [text, setText] = useState(seed)
  return (
    <Suspense
      fallback={
        <PendingSearch
          label={props.column.name}
          placeholder={`Search ${props.reference.target_table}`}
          text={text}
          onTextChange={setText}
        />
      }
    >
      <Loaded {...props} seed={text} />
    </Suspense>
  )
}
