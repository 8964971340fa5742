import { useEffect, useEffectEvent, useState } from 'react'
import {
  useSaveQueryView,
  useStoredQueryView,
  type QueryView,
} from '../../data/resources/platform/content-views.ts'
import { keepView, readView, type ViewSettings } from './view-settings.ts'

type Query = {
  id: string
  /** Whether the server has the query. */
  isSaved: boolean
  /** Whether the query is shared by others and the user cannot change it. */
  isLocked: boolean
}

/**
 * How the results of a query are shown. It is stored with the query, for everyone who can open it;
 * this browser keeps it for a query that is not saved yet or that the user cannot change.
 */
export function useQueryView(projectRef: string, { id, isSaved, isLocked }: Query) {
  const { data: stored } = useStoredQueryView(projectRef, isSaved ? id : undefined)
  const save = useSaveQueryView(projectRef)
  const [chosen, setChosen] = useState<{ id: string; view: ViewSettings }>()
  const own = chosen?.id === id ? chosen.view : undefined
  const canStore = isSaved && !isLocked
  const storeChosen = useEffectEvent(() => {
    if (canStore && own) save.mutate({ id, view: toStored(own) })
  })
  // A query can be saved for the first time after its view was chosen.
  useEffect(() => {
    if (isSaved) storeChosen()
  }, [isSaved])
  return {
    view: own ?? stored ?? readView(id),
    change(view: ViewSettings) {
      setChosen({ id, view })
      keepView(id, view)
      if (canStore) save.mutate({ id, view: toStored(view) })
    },
  }
}

const toStored = ({ view, chart, pivot }: ViewSettings): QueryView => ({
  view,
  ...(chart && { chart: { ...chart, y: [...chart.y] } }),
  ...(pivot && { pivot }),
})
