import { useState } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import { useSaveSnippet, type SnippetSave } from '../../../data/resources/platform/content.ts'
import { randomId } from '../../../lib/random-id.ts'
import { toast } from '../../../ui/feedback/toast.ts'

type SavedQuery = Pick<Snippet, 'id' | 'name' | 'sql' | 'version'>

type Options = {
  projectRef: string
  /** The saved query that the explorer opened with. */
  first: Snippet | undefined
  onCreated: (id: string) => void
}

/**
 * The saved query that is open in the explorer. It is saved when a person asks for it, because the
 * explorer is for trying things out.
 */
export function useSavedQuery({ projectRef, first, onCreated }: Options) {
  const send = useSaveSnippet(projectRef)
  const [query, setQuery] = useState<SavedQuery | undefined>(first)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<{ mine: string; theirs: Snippet | null }>()

  async function store(
    id: string,
    change: Parameters<typeof send>[1],
  ): Promise<SnippetSave['state']> {
    setIsSaving(true)
    const outcome = await send(id, change)
    setIsSaving(false)
    if (outcome.state === 'failed')
      toast.error('Failed to save the query', { description: outcome.message })
    if (outcome.state === 'conflict') setConflict({ mine: change.sql, theirs: outcome.theirs })
    if (outcome.state === 'saved') {
      setConflict(undefined)
      setQuery(outcome.snippet)
      toast.success('Query saved')
    }
    return outcome.state
  }

  const saveAs = async (name: string, sql: string) => {
    const id = randomId()
    const state = await store(id, { type: 'log_sql', name, sql, version: 0 })
    if (state === 'saved') onCreated(id)
  }

  return {
    query,
    isSaving,
    conflict,
    saveAs,
    save(sql: string) {
      if (query) void store(query.id, { name: query.name, sql, version: query.version })
    },
    /** The stored query was renamed. */
    renamed: setQuery,
    /** The open text no longer belongs to a saved query. */
    forget: () => setQuery(undefined),
    /** Saves over the version of somebody else, which stays a version; or again, if it was deleted. */
    keepMine() {
      if (!query || !conflict) return
      const { mine, theirs } = conflict
      setConflict(undefined)
      if (theirs)
        void store(query.id, {
          name: query.name,
          sql: mine,
          version: theirs.version,
          keeps_previous: true,
        })
      else void saveAs(query.name, mine)
    },
    /** Opens the version of somebody else and returns its text. */
    takeTheirs(): string | undefined {
      const theirs = conflict?.theirs
      setConflict(undefined)
      if (!theirs) return undefined
      setQuery(theirs)
      return theirs.sql
    },
    decideLater: () => setConflict(undefined),
  }
}
