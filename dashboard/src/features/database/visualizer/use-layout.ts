import { useEffect, useMemo, useState } from 'react'
import {
  useDeleteSchemaLayout,
  useSaveSchemaLayout,
  useSchemaLayouts,
  useShareSchemaLayout,
} from '../../../data/resources/platform/schema-layouts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { arrangeInWorker } from './arrange/arrange-in-worker.ts'
import type { DiagramModel, Positions } from './diagram-model.ts'
import { arrangeTask, savedPlaces, toSaved, withArranged } from './places.ts'

const NOTHING_SAVED: [] = []

/**
 * The places of the tables: those that the person has saved, else those shared in the project, else
 * arranged ones. New tables are arranged below the others.
 */
export function useLayout(projectRef: string, model: DiagramModel) {
  const { schema } = model
  const layouts = useSchemaLayouts(projectRef, schema)
  const save = useSaveSchemaLayout(projectRef, schema)
  const discard = useDeleteSchemaLayout(projectRef, schema)
  const share = useShareSchemaLayout(projectRef, schema)
  // The picture also works if the layouts could not be loaded.
  const saved = layouts.isPending
    ? undefined
    : (layouts.data?.own ?? layouts.data?.shared?.positions ?? NOTHING_SAVED)
  const found = useMemo(() => saved && savedPlaces(model, saved), [model, saved])
  const arranged = useArranged(model, found)
  const [isArrangingAll, setIsArrangingAll] = useState(false)
  return {
    places: arranged,
    isArranging: arranged === undefined || isArrangingAll,
    hasOwn: (layouts.data?.own ?? null) !== null,
    sharedAt: layouts.data?.shared?.saved_at,
    move: (places: Positions) => save.mutate(toSaved(model, places)),
    share: () => arranged && share.mutate(toSaved(model, arranged)),
    discard: () => discard.mutate(),
    async arrangeAll() {
      setIsArrangingAll(true)
      const before = arranged
      try {
        const task = arrangeTask(model, model.nodes)
        const places = await arrangeInWorker(task, new AbortController().signal)
        save.mutate(toSaved(model, withArranged(model, new Map(), places)))
        toast.success('Tables arranged', {
          ...(before && {
            action: { label: 'Undo', onClick: () => save.mutate(toSaved(model, before)) },
          }),
        })
      } catch {
        toast.error('Could not arrange the tables')
      } finally {
        setIsArrangingAll(false)
      }
    },
  }
}

export type Layout = ReturnType<typeof useLayout>

type SavedPlaces = ReturnType<typeof savedPlaces>

/** The places of all tables. Those without one are arranged in a worker. */
function useArranged(model: DiagramModel, found: SavedPlaces | undefined): Positions | undefined {
  const [result, setResult] = useState<{ for: SavedPlaces; places: Positions }>()
  useEffect(() => {
    if (found === undefined || found.missing.length === 0) return
    const stopping = new AbortController()
    arrangeInWorker(arrangeTask(model, found.missing), stopping.signal)
      .then((arranged) =>
        setResult({ for: found, places: withArranged(model, found.places, arranged) }),
      )
      .catch(() => {
        if (!stopping.signal.aborted) toast.error('Could not arrange the tables')
      })
    return () => stopping.abort()
  }, [model, found])
  if (found === undefined) return undefined
  if (found.missing.length === 0) return found.places
  return result?.for === found ? result.places : undefined
}
